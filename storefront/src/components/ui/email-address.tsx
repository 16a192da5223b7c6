import { Fragment } from "react";

const fitsALine = 20;

/** An e-mail address: one that may need more than a line of a phone is broken where its parts meet. */
export function EmailAddress({ address }: { address: string }) {
  if (address.length <= fitsALine) return address;
  return address.split(/(?=[@._+-])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
