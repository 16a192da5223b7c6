/** A text in which no line ends behind the "E-" of "E-Mail" or the "USt-" of "USt-IdNr.". */
export function Unbroken({ text }: { text: string }) {
  return text.split(/(e-mail|ust-idnr\.?)/i).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}
