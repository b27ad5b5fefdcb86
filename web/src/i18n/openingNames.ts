// The names of openings, from the common knowledge of players, and the moves by which they are known.

export interface OpeningName {
  en: string;
  zh: string;
}

export interface XiangqiOpening extends OpeningName {
  /** The moves of each side in their order; others may come between them, but not before Red's first. */
  red: string;
  black?: string;
}

const CENTRAL = "h2e2";
const HORSES = ["h9g7 b9c7", "b9c7 h9g7"];

/** An opening with each of these moves of Black. */
const against = (red: string, blacks: readonly string[], en: string, zh: string): XiangqiOpening[] =>
  blacks.map((black) => ({ red, black, en, zh }));

/** As seen if Red's first move is on Red's right. */
export const XIANGQI_OPENINGS: readonly XiangqiOpening[] = [
  { red: CENTRAL, en: "Central Cannon", zh: "中炮局" },
  ...against(CENTRAL, ["h7e7"], "Same Direction Cannons", "顺炮局"),
  ...against(CENTRAL, ["b7e7"], "Opposite Direction Cannons", "列炮局"),
  ...against(CENTRAL, ["h9g7 b7e7"], "Delayed Opposite Direction Cannons", "半途列炮"),
  ...against(CENTRAL, HORSES, "Central Cannon vs. Screen Horses", "中炮对屏风马"),
  ...against(
    CENTRAL,
    ["h9g7 h7f7 b9c7", "b9c7 h7f7 h9g7", "h9g7 b7d7 b9c7", "b9c7 b7d7 h9g7"],
    "Central Cannon vs. Sandwiched Horses",
    "中炮对反宫马",
  ),
  ...against(CENTRAL, ["h9g7 b9a7", "b9c7 h9i7"], "Central Cannon vs. Single Horse", "中炮对单提马"),
  ...against(
    "h2e2 i0h0 h0h6",
    HORSES,
    "Central Cannon with River-Crossing Chariot vs. Screen Horses",
    "中炮过河车对屏风马",
  ),
  ...against("h2e2 b2d2", HORSES, "Fifth and Sixth File Cannons vs. Screen Horses", "五六炮对屏风马"),
  ...against("h2e2 b2c2", HORSES, "Fifth and Seventh File Cannons vs. Screen Horses", "五七炮对屏风马"),
  ...against("h2e2 b2a2", HORSES, "Fifth and Ninth File Cannons vs. Screen Horses", "五九炮对屏风马"),
  ...against("h2e2 b2b4", HORSES, "Central Cannon with River Cannon vs. Screen Horses", "中炮巡河炮对屏风马"),
  { red: "g3g4", en: "Pointing the Way", zh: "仙人指路" },
  ...against("g3g4", ["h7g7"], "Pointing the Way vs. Soldier-Backing Cannon", "仙人指路对卒底炮"),
  ...against("g3g4", ["c6c5"], "Opposed Soldiers", "对兵局"),
  { red: "g0e2", en: "Elephant Opening", zh: "飞相局" },
  { red: "h0g2", en: "Horse Opening", zh: "起马局" },
  { red: "h0i2", en: "Edge Horse Opening", zh: "边马局" },
  { red: "h2f2", en: "Palace Corner Cannon", zh: "士角炮" },
  { red: "h2d2", en: "Cross-Palace Cannon", zh: "过宫炮" },
  { red: "h2c2", en: "Golden Hook Cannon", zh: "金钩炮" },
  { red: "h2h6", en: "River-Crossing Cannon", zh: "过河炮" },
  { red: "f0e1", en: "Advisor Opening", zh: "上仕局" },
];

/** The 26 canonical openings of Renju by their second and third stones. The first one is on h8. */
export const RENJU_OPENINGS: Readonly<Record<string, OpeningName>> = {
  "h9 h10": { en: "Kansei", zh: "寒星" },
  "h9 i10": { en: "Keigetsu", zh: "溪月" },
  "h9 j10": { en: "Sosei", zh: "疏星" },
  "h9 i9": { en: "Kagetsu", zh: "花月" },
  "h9 j9": { en: "Zangetsu", zh: "残月" },
  "h9 i8": { en: "Ugetsu", zh: "雨月" },
  "h9 j8": { en: "Kinsei", zh: "金星" },
  "h9 h7": { en: "Shogetsu", zh: "松月" },
  "h9 i7": { en: "Kyugetsu", zh: "丘月" },
  "h9 j7": { en: "Shingetsu", zh: "新月" },
  "h9 h6": { en: "Zuisei", zh: "瑞星" },
  "h9 i6": { en: "Sangetsu", zh: "山月" },
  "h9 j6": { en: "Yusei", zh: "游星" },
  "i9 j10": { en: "Chosei", zh: "长星" },
  "i9 j9": { en: "Kyogetsu", zh: "峡月" },
  "i9 j8": { en: "Kosei", zh: "恒星" },
  "i9 j7": { en: "Suigetsu", zh: "水月" },
  "i9 j6": { en: "Ryusei", zh: "流星" },
  "i9 i8": { en: "Ungetsu", zh: "云月" },
  "i9 i7": { en: "Hogetsu", zh: "浦月" },
  "i9 i6": { en: "Rangetsu", zh: "岚月" },
  "i9 h7": { en: "Gingetsu", zh: "银月" },
  "i9 h6": { en: "Myojo", zh: "明星" },
  "i9 g7": { en: "Shagetsu", zh: "斜月" },
  "i9 g6": { en: "Meigetsu", zh: "名月" },
  "i9 f6": { en: "Suisei", zh: "彗星" },
};
