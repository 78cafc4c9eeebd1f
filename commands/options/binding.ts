import { text } from "./option.js";

const group = "Binding of the receiver";

const parts = {
  application: { value: "ID", description: "the Application that events are for", group },
  environment: { value: "NAME", description: "the environment that the Application works in", group },
  organization: { value: "ID", description: "the customer's Organization", otherwise: "not compared", group },
  product: { value: "CODE", description: "the product", otherwise: "not compared", group },
} as const;

const ofExamples = { otherwise: "the one in the suite's examples" } as const;
const ifBound = { otherwise: "required if events name it" } as const;

/** Options for the binding of a receiver that deliveries are sent to. */
export const bindingOptions = {
  application: text({ ...parts.application, ...ofExamples }),
  environment: text({ ...parts.environment, ...ofExamples }),
  organization: text(parts.organization),
  product: text(parts.product),
};

/** Options for the binding of the receiver that the command runs. */
export const ownBindingOptions = {
  application: text({ ...parts.application, ...ifBound }),
  environment: text({ ...parts.environment, ...ifBound }),
  organization: text(parts.organization),
  product: text(parts.product),
};
