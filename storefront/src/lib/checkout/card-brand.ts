const names: Record<string, string> = {
  VISA: "Visa",
  MasterCard: "Mastercard",
  AmericanExpress: "American Express",
  Diners: "Diners Club",
  Discover: "Discover",
};

/** A brand of cards as its owner writes it; brand is the API's word for it. One without a name is given as it is. */
export const brandName = (brand: string): string => names[brand] ?? brand;
