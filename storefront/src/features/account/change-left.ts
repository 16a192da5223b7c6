import { useEffect, useState } from "react";
import type { Change } from "./changes";

let left: Change | undefined;

/** Says that the dialog of a change closes: the data's page that comes then gives its link the focus. */
export const leaveChange = (change: Change) => void (left = change);

/** The change that was left for this page, for as long as the page is shown. */
export function useLeftChange(): Change | undefined {
  const [change] = useState(() => left);
  useEffect(() => void (left = undefined), []);
  return change;
}
