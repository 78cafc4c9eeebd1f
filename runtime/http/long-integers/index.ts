export { exactItems, type LongType, longAnswers, longBody, longItems } from "./read-and-write.js";
export type { LongShape, LongShapeReference } from "./shape.js";
