// What somebody sees who opens an invitation to a game with a clock: who invites, and the question whether to begin.
import { texts } from "../i18n";
import { isBusy } from "../state/actions";
import { game, presence } from "../state/game";
import { invited, takeInvitation } from "../state/open";
import { sidesOf } from "../state/sides";
import { newDraft } from "../state/view";

export function Ready() {
  const now = game.value;
  const invitation = invited.value;
  if (!now || invitation?.id !== now.id) return null;
  const { ready: t } = texts.value.strangers;
  const host = sidesOf(now.ruleset)
    .map((side) => now.players[side]?.name)
    .find(Boolean);
  const isHostAway = sidesOf(now.ruleset).every((side) => presence.value?.[side] !== "here");
  return (
    <section class="start" role="alertdialog" aria-label={t.heading}>
      <p>
        {host ? t.by(host) : t.somebody} {t.startsClock}
      </p>
      {isHostAway && <p class="note">{t.hostAway}</p>}
      <button type="button" class="primary" disabled={isBusy.value} onClick={() => void takeInvitation()}>
        {t.yes}
      </button>
      <button type="button" onClick={newDraft}>
        {t.no}
      </button>
    </section>
  );
}
