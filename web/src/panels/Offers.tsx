// What waits for the user's decision: offers of the other side, and a claim.
import { useState } from "preact/hooks";
import { texts } from "../i18n";
import { isBusy } from "../state/actions";
import { game, mySides, mySoleSide, opponentSide } from "../state/game";
import {
  claim,
  draw,
  type OfferAction,
  type OfferKind,
  type OpenOffer,
  openOffers,
  rematch,
  takeback,
} from "../state/people";
import { followers } from "../state/followers";
import { claimInSeconds } from "../state/presence";
import { followGame } from "../state/game";
import type { Side } from "../api/types";

const ANSWERS: Record<OfferKind, (side: Side, action: OfferAction) => Promise<void>> = {
  draw,
  takeback: (side, action) => takeback(side, action),
  rematch: (side, action) => rematch(side, action, () => followGame(followers)),
};

/** The side of this browser that answers an offer; null for an own offer and for a spectator. */
const answeringSide = ({ side }: OpenOffer): Side | null =>
  side === mySoleSide.value ? null : (mySides.value.find((own) => own !== side) ?? null);

/** The offer that the main button accepts: there is one main button at a time. */
const mainOffer = (): OpenOffer | undefined =>
  game.value ? openOffers(game.value).find((offer) => answeringSide(offer) !== null) : undefined;

function Offer({ offer, isMain }: { offer: OpenOffer; isMain: boolean }) {
  const { kind, side, plies } = offer;
  const { offers, sides } = texts.value;
  /** A draw ends the game, so it asks once more. */
  const [isAsked, setAsked] = useState(false);
  const mine = answeringSide(offer);
  if (side === mySoleSide.value) {
    return (
      <div class="start" role="status">
        <p>{offers.mine[kind]}</p>
      </div>
    );
  }
  const answer = (action: OfferAction) => mine && void ANSWERS[kind](mine, action);
  if (isAsked) {
    const { confirmAgreement, yesAgreement } = texts.value.play;
    return (
      <div class="start" role="alertdialog" aria-label={confirmAgreement}>
        <p>{confirmAgreement}</p>
        {/* In the place of the button that asked, so that a second tap ends no game. */}
        <button type="button" onClick={() => setAsked(false)}>
          {texts.value.actions.cancel}
        </button>
        <button type="button" class="primary" disabled={isBusy.value} onClick={() => answer("accept")}>
          {yesAgreement}
        </button>
      </div>
    );
  }
  return (
    <div class="start" role="alert">
      <p>
        {kind === "takeback" ? offers.open.takeback(sides[side], plies ?? 1) : offers.open[kind](sides[side])}
      </p>
      {mine && (
        <>
          <button
            type="button"
            class={isMain ? "primary" : ""}
            disabled={isBusy.value}
            onClick={() => (kind === "draw" ? setAsked(true) : answer("accept"))}
          >
            {offers.accept[kind]}
          </button>
          <button type="button" disabled={isBusy.value} onClick={() => answer("decline")}>
            {offers.decline}
          </button>
        </>
      )}
    </div>
  );
}

export function Offers() {
  const now = game.value;
  if (!now) return null;
  const main = mainOffer();
  return (
    <>
      {openOffers(now).map((offer) => (
        <Offer key={offer.kind} offer={offer} isMain={offer.kind === main?.kind} />
      ))}
    </>
  );
}

/** Shown while the other player, whose move it is, has left the game. */
export function Claim() {
  const seconds = claimInSeconds.value;
  const [mine, theirs] = [mySoleSide.value, opponentSide.value];
  if (seconds === null || !mine || !theirs) return null;
  const { claim: t, sides } = texts.value;
  return (
    <div class="start claim">
      <p role="status">{t.away(sides[theirs])}</p>
      {seconds > 0 ? (
        <p class="note">{t.in(seconds)}</p>
      ) : (
        (["win", "draw"] as const).map((result) => (
          <button
            type="button"
            key={result}
            class={result === "win" && !mainOffer() ? "primary" : ""}
            disabled={isBusy.value}
            onClick={() => void claim(mine, result)}
          >
            {t[result]}
          </button>
        ))
      )}
    </div>
  );
}
