import { Fragment } from "react";

/** An e-mail address, which goes to a line of its own before it is broken, and then where its parts meet. */
export function EmailAddress({ address }: { address: string }) {
  return (
    <span className="inline-block max-w-full">
      {address.split(/(?=[@._+-])/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
