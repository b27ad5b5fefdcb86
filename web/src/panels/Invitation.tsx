// What the creator of a game sees until the friend has joined: the link and its QR code.
import { texts } from "../i18n";
import { isBusy } from "../state/actions";
import { game, isWatching, mySoleSide } from "../state/game";
import { abort } from "../state/people";
import { invitationLink } from "../state/route";
import { savedInvitation } from "../state/seats";
import { otherSide } from "../state/sides";
import { CopyField } from "./CopyField";
import { QrCode } from "./QrCode";
import { ShareButton } from "./ShareButton";

export function Invitation() {
  const { invite, sides, title } = texts.value;
  const now = game.value;
  const side = mySoleSide.value;
  if (!now || isWatching.value || !side) return null;
  const invitation = savedInvitation(now.id);
  const link = invitation && invitationLink(now.id, invitation);
  return (
    <section class="invitation" aria-label={invite.heading}>
      {link ? (
        <>
          <QrCode text={link} label={invite.code} />
          <CopyField label={invite.link(sides[otherSide(now.ruleset, side)])} text={link} />
          <p class="note">{invite.help}</p>
        </>
      ) : (
        <p class="note">{invite.elsewhere}</p>
      )}
      <div class="bar">
        {link && <ShareButton title={title} url={link} isPrimary />}
        <button type="button" disabled={isBusy.value} onClick={() => void abort(side)}>
          {invite.cancel}
        </button>
      </div>
    </section>
  );
}
