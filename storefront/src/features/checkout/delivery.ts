import type { CheckoutView, Module, OptionView, ProductView } from "@/lib/api/types";

/** Whether the customer collects the goods in a store: the id of such an option says so. */
export function isSelfCollector(option: Pick<OptionView, "id">): boolean {
  return option.id.includes("selfcollector");
}

/** A delivery with the products that it brings. */
export type DeliveryGroup = { id: number; products: ProductView[] };

/** The products by delivery, in the order of the deliveries; an order that is not split is one group. */
export function groupByDelivery({ modules, products }: Pick<CheckoutView, "modules" | "products">): DeliveryGroup[] {
  const groups = modules.map(({ id }) => ({ id, products: products.filter((one) => one.deliveryId === id) }));
  return groups.length > 1 ? groups : [{ id: 1, products }];
}

/**
 * What is chosen as the shipping step opens: what the checkout has. A store that it only fell back to, because that comes
 * first, is no choice made: the customer says where to go.
 */
export function initialChoice(module: Module, onlyPickup: boolean): string | undefined {
  const options = module.options.filter((option) => !onlyPickup || isSelfCollector(option));
  const at = options.findIndex((option) => option.id === module.selected);
  const selected = options[at];
  return selected && (at > 0 || !isSelfCollector(selected)) ? selected.id : undefined;
}
