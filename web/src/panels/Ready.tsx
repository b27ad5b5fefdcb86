// The question whether the user is ready for a game with a clock: of somebody who opens an invitation, and of the player whose
// guest has come.
import { texts } from "../i18n";
import { isBusy } from "../state/actions";
import { game, mySoleSide, presence } from "../state/game";
import { invited, takeInvitation } from "../state/open";
import { abort, sayReady } from "../state/people";
import { isAskedReady, isReady } from "../state/ready";
import { sidesOf } from "../state/sides";
import { newDraft } from "../state/view";
import { OwnName } from "./OwnName";

export function Ready() {
  if (game.value && invited.value?.id === game.value.id) return <Invited />;
  return isAskedReady.value || isReady.value ? <Seated /> : null;
}

function Invited() {
  const { ready: t } = texts.value.strangers;
  const now = game.value;
  if (!now) return null;
  const host = sidesOf(now.ruleset)
    .map((side) => now.players[side]?.name)
    .find(Boolean);
  const isHostAway = sidesOf(now.ruleset).every((side) => presence.value?.[side] !== "here");
  return (
    <section class="start" role="alertdialog" aria-label={t.heading}>
      <p>
        {host ? t.by(host) : t.somebody} {now.ready ? t.startsWithBoth : t.startsClock}
      </p>
      {isHostAway && <p class="note">{now.ready ? t.hostComesLater : t.hostAway}</p>}
      <OwnName />
      <button type="button" class="primary" disabled={isBusy.value} onClick={() => void takeInvitation()}>
        {t.yes}
      </button>
      <button type="button" onClick={newDraft}>
        {t.no}
      </button>
    </section>
  );
}

function Seated() {
  const { invite, strangers } = texts.value;
  const side = mySoleSide.value;
  if (!side) return null;
  return (
    <section
      class="start"
      role={isAskedReady.value ? "alertdialog" : "status"}
      aria-label={strangers.ready.asked}
    >
      <p>{isAskedReady.value ? strangers.ready.asked : strangers.ready.waiting}</p>
      {isAskedReady.value && (
        <button type="button" class="primary" disabled={isBusy.value} onClick={() => void sayReady(side)}>
          {strangers.ready.yes}
        </button>
      )}
      <button type="button" disabled={isBusy.value} onClick={() => void abort(side)}>
        {invite.cancel}
      </button>
    </section>
  );
}
