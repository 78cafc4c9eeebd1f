import { PlugZap } from "lucide-react";
import { Button } from "../../parts/button.js";
import { TextField } from "../../parts/fields.js";
import { useTexts } from "../../texts/texts.js";
import { ConnectionOutcome } from "./connection-outcome.js";
import { texts } from "./texts.js";
import { connectionTexts } from "./texts-of-connection.js";
import type { ConnectionState } from "./use-connection-test.js";

/** The URL of the endpoint with its connection test. `savedUrl` is the verified one, which needs no test. */
export function UrlField({
  url,
  savedUrl,
  onChange,
  test,
  isDisabled,
}: {
  readonly url: string;
  readonly savedUrl: string | undefined;
  readonly onChange: (url: string) => void;
  readonly test: ConnectionState;
  readonly isDisabled: boolean;
}) {
  const t = useTexts(texts);
  const tests = useTexts(connectionTexts);
  const isWrong = url !== "" && !isUrl(url);
  const hint =
    url === savedUrl ? tests("test.kept") : url === "" ? t("endpoint.urlHelp") : tests("test.changed");
  return (
    <div className="stack-small">
      <div className="webhook-url">
        <TextField
          label={t("endpoint.url")}
          type="url"
          mono
          value={url}
          onChange={(next) => onChange(next.trim())}
          isDisabled={isDisabled}
          placeholder="https://"
          maxLength={2048}
          autoComplete="off"
          error={isWrong ? t("endpoint.urlShape") : undefined}
        />
        <Button
          onPress={() => void test.run()}
          isPending={test.isRunning}
          isDisabled={isDisabled || url === "" || isWrong}
        >
          <PlugZap size={15} aria-hidden />
          {test.isRunning ? tests("test.running") : tests("test.run")}
        </Button>
      </div>
      {test.outcome === undefined && test.failure === undefined && !isWrong && (
        <p className="small muted">{hint}</p>
      )}
      <ConnectionOutcome of={test} />
    </div>
  );
}

/** Only a first look: the platform decides which URLs it may send to. */
function isUrl(text: string): boolean {
  return /^https?:\/\/[^/]/i.test(text) && URL.canParse(text);
}
