/** A text in which no line ends behind the "E-" of "E-Mail". */
export function Unbroken({ text }: { text: string }) {
  return text.split(/(e-mail)/i).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}
