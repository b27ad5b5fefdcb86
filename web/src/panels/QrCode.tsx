import { useEffect, useState } from "preact/hooks";

interface Code {
  size: number;
  path: string;
}

/** One square for each dark module. */
function draw(modules: readonly boolean[][]): Code {
  const squares = modules.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")));
  return { size: modules.length, path: squares.join("") };
}

/** A QR code, whose encoder the browser loads only when one is shown. Always dark on white, as scanners expect. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [code, setCode] = useState<Code | null>(null);
  useEffect(() => {
    let isShown = true;
    import("./qr").then(
      ({ encode }) => isShown && setCode(draw(encode(text, { ecc: "M", border: 3 }).data)),
      // The link stands beside the code.
      () => {},
    );
    return () => {
      isShown = false;
    };
  }, [text]);
  if (!code) return <div class="qr" />;
  return (
    <svg class="qr" viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={label}>
      <path d={code.path} />
    </svg>
  );
}
