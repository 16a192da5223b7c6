import { entrance, inside } from "./account";
import { bought } from "./bought";
import { cart } from "./cart";
import { guest } from "./checkout";
import { business, known } from "./customer";
import { abroad, again, widgetsOfProviders } from "./detours";
import { atPartner, company } from "./houses";
import { split } from "./split";
import { pages } from "./pages";
import { product } from "./product";
import type { Visit } from "./state";
import { widgets } from "./widgets";

/** Every page and every state of a widget: `npm run shots` takes their pictures, and states.spec.ts looks at them. */
export const visits: Visit[] = [
  pages,
  product,
  widgets,
  cart,
  guest,
  split,
  abroad,
  widgetsOfProviders,
  business,
  known,
  again,
  atPartner,
  company,
  bought,
  entrance,
  inside,
];
