import { texts } from "../i18n";
import { dismissNotice, notice } from "../state/notice";
import { Icon } from "./Icon";

export function NoticeLine() {
  const now = notice.value;
  return (
    <div class="notices" role={now?.tone === "error" ? "alert" : "status"}>
      {now && (
        <div class={`notice ${now.tone}`}>
          <p>{now.text}</p>
          {now.action && (
            <button
              type="button"
              onClick={() => {
                const { run } = now.action ?? { run: () => {} };
                dismissNotice();
                run();
              }}
            >
              {now.action.label}
            </button>
          )}
          <button type="button" class="quiet" aria-label={texts.value.actions.close} onClick={dismissNotice}>
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  );
}
