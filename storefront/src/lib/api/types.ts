import type { Money } from "@/lib/money/format";

export type { Money };

export type Link = { id: number; name: string; url: string; hasChildren?: boolean };
export type Crumb = { name: string; url: string };

export type Prices = { price: Money; uvp?: Money; lowest30?: Money; student?: Money };

export type Card = {
  id: number;
  articleNumber: string;
  slug: string;
  name: string;
  manufacturer: string;
  categoryId: number;
  omsCategory: string;
  image: string;
  prices: Prices;
  energyClass?: string;
  energyScale?: string;
  available: boolean;
  condition: string;
  highlights: string[];
};

export type FilterProperty = {
  text: string;
  value: string;
  quantity: number;
  checked: boolean;
  hex?: string;
  intValue?: number;
  intInput?: number;
  input?: string;
};

export type Filter = {
  id: string;
  name: string;
  filterType: "radio" | "range" | "checkbox";
  optionType?: string;
  postfix?: string;
  divisor?: number;
  open: boolean;
  searchable: boolean;
  properties: FilterProperty[];
};

export type Listing = {
  category?: { id: number; name: string; slug: string; url: string };
  breadcrumb: Crumb[];
  subcategories: Link[];
  query?: string;
  cards: Card[];
  total: number;
  page: number;
  pages: number;
  sort: string;
  filters: Filter[];
  selectedCount: number;
  degraded: boolean;
};

export type Slide = { id: number; title: string; text: string; image: string; url: string; cta: string };
export type Home = { slides: Slide[]; deals: Card[]; topProducts: Card[] };

export type Attribute = { key: string; label: string; value: string; unit?: string; hex?: string };
export type Warranty = { id: number; months: number; price: Money; title: string };
export type Energy = { class: string; scale: string; label: string; sheet: string; eprel: string };
export type Safety = {
  manufacturer: string;
  address: string;
  contact: string;
  responsible?: string;
  warnings?: string;
};
export type Availability = {
  state: "available" | "few" | "none";
  quantity?: number;
  deliveryFrom?: string;
  deliveryTo?: string;
};

export type Product = {
  id: number;
  slug: string;
  name: string;
  manufacturer: string;
  articleNumber: string;
  ean: string;
  omsCategory: string;
  condition: string;
  description: string;
  prices: Prices;
  taxRate: number;
  attributes: Attribute[];
  highlights: string[];
  energy?: Energy;
  dataSheet?: string;
  images: { key: string; alt: string }[];
  warranties: Warranty[];
  hasBundle: boolean;
  safety: Safety;
  availability: Availability;
  maxQuantity: number;
  breadcrumb: Crumb[];
  similar: Card[];
};

export type Finding = {
  text: string;
  foundIn?: { id: number; name: string; url: string };
  image?: string;
  url?: string;
  price?: Money;
};

export type HeaderData = {
  cartAmount: number;
  isLoggedIn: boolean;
  isLoggedInSoft: boolean;
  firstName: string;
  cartContent: { id: number; quantity: number }[];
};

export type CartWarranty = Warranty & { selected: boolean };

export type CartProduct = {
  id: number;
  articleNumber: string;
  slug: string;
  url: string;
  name: string;
  image: string;
  quantity: number;
  maxQuantity: number;
  price: Money;
  total: Money;
  studentPrice?: Money;
  inCartAsStudentProduct: boolean;
  priceDiscountPercent?: number;
  uvp?: Money;
  lowest30?: Money;
  energyEfficiency?: { label: string; scale: string };
  hasBundle: boolean;
  warranties: CartWarranty[];
  available: boolean;
  manufacturer: string;
  omsCategory: string;
};

export type CartSummary = { total: Money; shipping: Money; fullTotal: Money };
export type PaymentLogo = { code: string; title: string; logo: string };
export type Cart = {
  products: CartProduct[];
  summary: CartSummary;
  productsCount: number;
  paymentMethods: PaymentLogo[];
};
export type CartResponse = {
  products: CartProduct[];
  cartCount: number;
  cartSummary: CartSummary;
  maxQuantity?: number;
};

export type Address = {
  id: number;
  company: string;
  firstName: string;
  lastName: string;
  streetName: string;
  streetNumber: string;
  zipCode: string;
  cityName: string;
  countryId: number;
  telephoneNumber: string;
  postNumber: string;
  type: string;
};

export type PaymentMethod = {
  code: string;
  title: string;
  hint: string;
  tip: string;
  logo: string;
  fee: Money;
  flow: string;
  available: boolean;
  reason?: string;
};

export type ShippingOption = {
  id: string;
  title: string;
  fee: Money;
  deliveryNote: string;
  tip: string;
  distributorId: number;
  pickup: boolean;
};

export type Step = "login" | "address" | "payment" | "shipping" | "confirmation";

export type CheckoutView = {
  checkoutType: string;
  error?: string;
  orderId?: number;
  customerEmail: string;
  telephoneNumber: string;
  businessCustomer: boolean;
  vatId?: string;
  invoiceData?: Address;
  delivery?: Address;
  differentDeliveryAddress: boolean;
  mandatoryDeliveryAddress: boolean;
  deliveryAllowedCountries: number[];
  deliveryRestrictedProductIds: number[];
  billingRestrictedProductIds: number[];
  payment: { selected?: string; methods: PaymentMethod[] };
  shipping: { selected?: string; options: ShippingOption[] };
  products: {
    id: number;
    name: string;
    image: string;
    quantity: number;
    price: Money;
    total: Money;
    url: string;
  }[];
  coupons: { code: string; amount: Money }[];
  maxRedeemableCoupons: number;
  taxValue: { rate: number; amount: Money }[];
  totals: { subtotal: Money; shipping: Money; fee: Money; discounts: Money; taxes: Money; total: Money };
  productsCount: number;
  nextStep: Step;
};

export type GuestRegistration = {
  email: string;
  invoice: Address;
  delivery?: Address;
  telephoneNumber: string;
  businessCustomer: boolean;
  vatId: string;
};

export type ProcessResult = {
  successful: boolean;
  result: "order" | "redirect" | "pending" | "error";
  attemptId: string;
  orderId?: number;
  redirectUrl?: string;
  errors?: string[];
};

export type Success = {
  state: "confirmed" | "pending" | "processing" | "failed";
  orderId: number;
  email: string;
  paymentCode: string;
  paymentTitle: string;
  orderPrice: string;
  total: Money;
  instructions?: Record<string, string>;
  products: CheckoutView["products"];
  shippingTitle: string;
  shippingNote: string;
};

export type Country = { id: number; iso: string; name: string; callingCode: string; zipPattern: string };
export type CountryList = "private-billing" | "private-delivery" | "business-billing" | "business-delivery";
