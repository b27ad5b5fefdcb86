// The board of a course.
import { Board } from "../board/Board";
import { describePoint } from "../board/describe";
import { readFen } from "../board/fen";
import { isXiangqi, pointsOf, XIANGQI_SIZE } from "../board/geometry";
import { NO_MARKS } from "../board/Marks";
import { positionMarks } from "../board/positionMarks";
import { texts } from "../i18n";
import { moveHelpOf } from "../panels/MoveHelp";
import { prefs } from "../state/prefs";
import { attempt, hands, place } from "./course";
import { learnTexts } from "./texts";

export function CourseBoard() {
  const now = attempt.value;
  const ruleset = now?.ruleset ?? place.value?.game ?? "xiangqi";
  const empty = isXiangqi(ruleset) ? XIANGQI_SIZE : { files: 15, ranks: 15 };
  const { size, pieces } = now ? readFen(now.position.fen) : { size: empty, pieces: [] };
  const goal = now?.lesson.goal;
  const left = goal?.kind === "visit" ? goal.points.filter((point) => !now?.visited.includes(point)) : [];
  const marks = now
    ? {
        ...positionMarks(now.position, pieces),
        selected: hands.selected.value,
        targets: hands.targets.value,
        offered: left.flatMap((point) => pointsOf(ruleset, point)),
      }
    : NO_MARKS;
  return (
    <Board
      isLoading={!now && place.value !== null}
      ruleset={ruleset}
      size={size}
      pieces={pieces}
      isFlipped={isXiangqi(ruleset) && now?.position.start_fen.split(" ")[1] === "b"}
      notation={prefs.value.notation}
      marks={marks}
      label={learnTexts.value.heading}
      help={texts.value.board.keys}
      describe={(point) => describePoint(texts.value, ruleset, pieces, marks, point)}
      {...moveHelpOf(hands.selected.value)}
      canPickUp={hands.canPickUp}
      onTap={hands.tap}
      onLift={hands.lift}
      onDrop={hands.drop}
      onCancel={hands.cancel}
    />
  );
}
