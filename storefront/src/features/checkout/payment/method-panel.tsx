import type { Ref } from "react";
import type { MethodView } from "@/lib/api/types";
import { CardPanel } from "./card-panel";
import { KlarnaPanel } from "./klarna-panel";
import type { PanelHandle } from "./prepared";

type Props = { method: MethodView; ref: Ref<PanelHandle>; onUnavailable: () => void };

/** What the chosen method asks for in the payment step; nothing for most. */
export function MethodPanel({ method, ref, onUnavailable }: Props) {
  switch (method.flow) {
    case "widget":
      return <KlarnaPanel key={method.code} code={method.code} ref={ref} onUnavailable={onUnavailable} />;
    case "card_form":
      return <CardPanel key={method.code} code={method.code} ref={ref} />;
    default:
      return null;
  }
}
