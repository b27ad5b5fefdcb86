import type { LearnTexts } from "../en/learn";

export const vi: LearnTexts = {
  heading: "Học cờ",
  help: "Mười phút cho mỗi môn, từng nước một trên bàn cờ. Hãy chọn một môn.",
  progress: (done, all) => `${done} / ${all}`,
  exercise: (number) => `Bài tập ${number}`,
  exerciseText: "Thế thắng bắt buộc: mỗi nước đều phải đúng.",
  right: "Giỏi lắm!",
  wrong: "Không phải nước này. Hãy thử nước khác.",
  next: "Tiếp tục",
  finish: "Kết thúc",
  again: "Làm lại bài này",
  show: "Xem mẫu",
  steps: "Các bài của khóa học",
  isDone: "đã xong",
  lessons: {
    chariot: {
      title: "Xe",
      text: "Bạn cầm Đỏ. Xe đi thẳng bao xa tùy ý. Chọn Xe rồi chọn điểm được đánh dấu. Hãy đi đến hai vòng tròn.",
    },
    horse: {
      title: "Mã",
      text: "Mã đi một ô thẳng rồi một ô chéo ra ngoài. Hãy đi đến ba vòng tròn.",
    },
    leg: {
      title: "Cản chân Mã",
      text: "Quân đứng ngay cạnh Mã cản hướng đó: Tốt của bạn đang đứng phía trước. Hãy đi vòng đến hai vòng tròn.",
    },
    cannon: { title: "Pháo", text: "Khi không ăn quân, Pháo đi như Xe. Hãy đi đến hai vòng tròn." },
    jump: {
      title: "Pháo ăn quân",
      text: "Khi ăn, Pháo phải nhảy qua đúng một quân của bất kỳ bên nào (ngòi). Hãy nhảy qua Tốt và ăn Mã.",
    },
    soldier: {
      title: "Tốt và sông",
      text: "Tốt tiến một ô. Qua sông, dải trống ở giữa, Tốt được đi ngang, nhưng không bao giờ lùi. Hãy đi đến ba vòng tròn.",
    },
    elephant: {
      title: "Tượng",
      text: "Tượng đi đúng hai ô chéo, ô giữa phải trống, và không qua sông. Hãy đi đến hai vòng tròn.",
    },
    advisor: {
      title: "Sĩ và cung",
      text: "Ô vuông có đường chéo là cung. Sĩ đi một ô theo đường chéo và không ra khỏi cung. Hãy đi đến hai vòng tròn.",
    },
    general: {
      title: "Tướng",
      text: "Tướng đi một ô thẳng và ở trong cung. Ván cờ xoay quanh quân này. Hãy đi đến hai vòng tròn.",
    },
    facing: {
      title: "Lộ mặt Tướng",
      text: "Hai Tướng không được đứng cùng cột mà ở giữa không có quân nào. Vì vậy Mã chưa rời cột này được. Hãy đưa Tướng sang bên trước.",
    },
    check: { title: "Chiếu tướng", text: "Quân sắp ăn được Tướng là đang chiếu. Hãy chiếu bằng Xe." },
    escape: {
      title: "Đỡ chiếu",
      text: "Tướng của bạn đang bị chiếu. Phải đỡ: ăn Xe, che bằng một quân, hoặc chạy. Ở đây cách nào cũng đúng.",
    },
    mate: {
      title: "Chiếu hết",
      text: "Chiếu mà không đỡ được là chiếu hết và thắng. Một Xe đã giữ hàng thứ hai. Hãy chiếu hết bằng Xe kia.",
    },
    horseAndCannon: {
      title: "Mã hậu Pháo",
      text: "Đòn chiếu hết nổi tiếng: Pháo sau Mã. Đưa Pháo vào cột giữa để lấy Mã làm ngòi.",
    },
    stalemate: {
      title: "Hết nước đi cũng thua",
      text: "Bên không còn nước đi hợp lệ thì thua, dù không bị chiếu. Hãy dùng Tốt lấy hết nước đi của Tướng đen.",
    },
    repetition: {
      title: "Không được trường chiếu",
      text: "Bạn đã chiếu liên tục và thế cờ sắp lặp lại lần thứ ba. Bên chỉ chiếu trong vòng lặp sẽ thua. Hãy đi nước khác.",
    },
    five: {
      title: "Năm quân liền",
      text: "Bạn cầm Đen. Năm quân liền theo hàng ngang, dọc hoặc chéo là thắng. Hãy đặt quân thứ năm.",
    },
    stopFour: {
      title: "Chặn bốn",
      text: "Trắng có bốn quân liền và sắp thắng. Một đầu đã bị chặn. Hãy chặn đầu kia.",
    },
    openFour: {
      title: "Từ ba lên bốn",
      text: "Ba quân còn trống hai đầu là ba mở. Hãy tạo bốn trống hai đầu: Trắng chỉ chặn được một đầu.",
    },
    stopThree: {
      title: "Chặn ba",
      text: "Trắng có ba mở. Hãy chặn ngay, ở một đầu hoặc xa hơn một ô, nếu không sẽ thành bốn mở.",
    },
    twoThrees: {
      title: "Nước đôi ba-ba",
      text: "Một quân có thể tạo hai hàng ba mở cùng lúc. Trắng chỉ chặn được một. Hãy tìm điểm đó.",
    },
    swap2: {
      title: "Khai cuộc thi đấu",
      text: "Bên đi trước có lợi, nên khi thi đấu phải chia đều. Theo Swap2, một người đặt ba quân. Bạn chọn: giữ Trắng, đổi sang Đen, hoặc đặt thêm hai quân để người kia chọn.",
    },
    exactlyFive: {
      title: "Năm quân liền",
      text: "Bạn cầm Đen. Năm quân liền là thắng. Hãy đặt quân thứ năm.",
    },
    threeThree: {
      title: "Cấm: hai hàng ba",
      text: "Đen đi trước nên có điểm cấm. Một quân tạo hai hàng ba mở cùng lúc là nước cấm. Hãy thử ở chỗ hàng và cột gặp nhau.",
    },
    fourFour: {
      title: "Cấm: hai hàng bốn",
      text: "Một quân tạo hai hàng bốn cùng lúc cũng bị cấm với Đen. Hãy thử ở chỗ hàng và cột gặp nhau.",
    },
    overline: {
      title: "Cấm: sáu quân trở lên",
      text: "Với Đen chỉ đúng năm mới tính. Hơn năm quân là nước cấm. Hãy thử lấp chỗ trống.",
    },
    fourThree: {
      title: "Bốn và ba",
      text: "Một hàng bốn và một hàng ba mở cùng lúc thì được phép. Đen thắng bằng cách này. Hãy tìm điểm tạo cả hai.",
    },
    whiteSix: {
      title: "Trắng không bị cấm",
      text: "Bây giờ bạn cầm Trắng. Trắng không có điểm cấm, sáu quân cũng thắng. Hãy lấp chỗ trống.",
    },
    taraguchi: {
      title: "Khai cuộc thi đấu",
      text: "Trong Renju, sau mỗi nước đầu có thể đổi màu, để không ai chuẩn bị được khai cuộc bất công. Đen đã đặt quân đầu. Hãy giữ màu hoặc đổi.",
    },
    blocked: {
      title: "Năm quân không thắng",
      text: "Bạn cầm Đen. Trong cờ caro, năm quân bị quân trắng chặn cả hai đầu thì không thắng. Bạn có hai hàng bốn; hãy hoàn thành hàng được tính.",
    },
    closeEnds: {
      title: "Hai cách chặn bốn",
      text: "Trắng có bốn quân, một đầu đã bị chặn. Bạn có thể đi vào điểm thứ năm, hoặc điểm ngay sau nó: khi đó năm quân bị chặn hai đầu.",
    },
    caroFour: {
      title: "Từ ba lên bốn",
      text: "Ba quân còn trống hai đầu là ba mở. Hãy tạo bốn trống hai đầu.",
    },
    caroSwap2: {
      title: "Khai cuộc công bằng",
      text: "Bên đi trước có lợi. Theo Swap2, một người đặt ba quân. Bạn chọn: giữ Trắng, đổi sang Đen, hoặc đặt thêm hai quân để người kia chọn.",
    },
  },
};
