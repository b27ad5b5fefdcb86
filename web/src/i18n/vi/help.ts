import type { Texts } from "../en";

export const help: Texts["help"] = {
  open: "Cài đặt",
  pieces: "Quân cờ",
  pieceSets: { traditional: "Chữ Hán", simplified: "Giản thể", letters: "Chữ cái", pictures: "Hình" },
  board: "Bàn cờ",
  boards: { wood: "Gỗ", paper: "Giấy", jade: "Ngọc", slate: "Đá" },
  moveHelp: "Hiện cách đi của quân",
  moveHelpNote: "Trỏ vào một quân cờ tướng, hoặc giữ ngón tay trên quân đó.",
  done: "Xong",
  book: "Sách khai cuộc của máy",
  share: (share) => (share < 0.01 ? "<1%" : `${Math.round(share * 100)}%`),
  moves: {
    king: "Đi một ô theo đường thẳng trong cung. Hai Tướng không được đối mặt trên một cột trống.",
    advisor: "Đi một ô theo đường chéo trong cung, không ra khỏi cung.",
    elephant: "Đi đúng hai ô chéo. Quân ở giữa (“mắt Tượng”) chặn đường đi. Không qua sông.",
    horse: "Đi một ô thẳng rồi một ô chéo ra ngoài. Quân ở ô đầu (“chân Mã”) cản đường đi.",
    chariot: "Đi thẳng bao xa tùy ý.",
    cannon: "Đi thẳng bao xa tùy ý. Khi ăn quân phải nhảy qua đúng một quân (“ngòi”).",
    soldier: "Tiến một ô; qua sông rồi thì được đi ngang một ô. Không lùi.",
  },
  goes: (points) => (points.length === 0 ? "Bây giờ không đi được." : `Có thể đi đến ${points.join(", ")}.`),
};
