import type { components } from "./schema";

type Schemas = components["schemas"];

// The names by which the rest of the storefront knows the API's types.
export type Money = Schemas["Amount"];
export type Link = Schemas["Link"];
export type Crumb = Schemas["Crumb"];
export type Prices = Schemas["Prices"];
export type Card = Schemas["Card"];
export type Filter = Schemas["Filter"];
export type FilterProperty = Schemas["FilterProperty"];
export type Listing = Schemas["Listing"];
export type Slide = Schemas["Slide"];
export type HomeCategory = Schemas["HomeCategory"];
export type Product = Schemas["Product"];
export type Warranty = Schemas["ProductWarranty"];
export type Rating = Schemas["Rating"];
export type Review = Schemas["Review"];
export type ReviewComment = Schemas["ReviewComment"];
export type BundlePart = Schemas["BundlePart"];
export type Site = Schemas["SiteView"];
/** A partner's script, and the service that visitors agree to before it is loaded. */
export type ThirdParty = Schemas["ThirdPartyView"];
export type BrowserError = Schemas["BrowserErrorRequest"];
export type Chat = Schemas["Chat"];
export type Availability = Schemas["Availability"];
export type Finding = Schemas["Finding"];
export type HeaderData = Schemas["HeaderData"];
export type Cart = Schemas["CartView"];
export type CartProduct = Schemas["CartProduct"];
export type CartResponse = Schemas["CartResponse"];
export type WishlistItem = Schemas["WishlistItem"];
export type Comparison = Schemas["Comparison"];
export type Address = Schemas["Address"];
/** What of an address stands on a letter, with its country in words. */
export type PostalAddress = Pick<
  Schemas["AddressView"],
  | "company"
  | "firstName"
  | "lastName"
  | "streetName"
  | "streetNumber"
  | "postNumber"
  | "zipCode"
  | "cityName"
  | "countryName"
>;
export type AddressInput = Schemas["AddressForm"];
export type CheckoutView = Schemas["CheckoutView"];
export type GuestRegistration = Schemas["GuestRequest"];
export type Module = Schemas["Module"];
export type OptionView = Schemas["OptionView"];
export type ProductView = Schemas["ProductView"];
export type PickupPoint = Schemas["PickupPoint"];
export type PickupKind = Schemas["PickupPointsRequest"]["kind"];
export type MethodView = Schemas["MethodView"];
export type PaymentSession = Schemas["PaymentSession"];
export type ExpressPayment = Schemas["ExpressPayment"];
export type ProcessResult = Schemas["ProcessResponse"];
export type Success = Schemas["Success"];
export type Country = Schemas["Country"];
export type Rules = Schemas["Rules"];
export type CustomerData = Schemas["CustomerData"];
export type LoginResult = Schemas["LoginResponse"];
export type Registration = Schemas["RegisterRequest"];
export type BusinessRegistration = Schemas["BusinessRequest"];
export type SavedAddress = Schemas["SavedAddress"];
export type OrderGroup = Schemas["OrderGroup"];
export type OrderDelivery = Schemas["OrderDelivery"];
export type OrderInvoice = Schemas["OrderInvoice"];
export type OrderSumDetails = Schemas["OrderDetails"];
export type OrderAddress = Schemas["OrderAddress"];
export type AccountSession = Schemas["AccountSession"];
export type SavedCard = Schemas["CreditCard"];
export type CardToken = Schemas["CardToken"];
export type CheckoutCards = Schemas["CheckoutCards"];
export type BecomeBusiness = Schemas["BecomeBusinessRequest"];
export type Outcome = Schemas["Outcome"];
export type Campus = Schemas["CampusStatus"];
export type CampusOutcome = Schemas["CampusOutcome"];

/** What goes with a document for the campus programme; dates as 2026-03-31. */
export type CampusStudent = {
  studentType: number;
  studentAgb: boolean;
  studentSchool: string;
  studentValidFrom: string;
  studentValidTo: string;
  studentBirthday: string;
};

/** A step of the checkout. */
export type Step = "login" | "address" | "payment" | "shipping" | "confirmation";

/** The lists of countries: who may be billed and delivered to. */
export type CountryList = "private-billing" | "private-delivery" | "business-billing" | "business-delivery";
export type ContentPage = Schemas["ContentPage"];
export type ContentBlock = Schemas["Block"];
export type ContentSpan = Schemas["Span"];
export type Ad = Schemas["Ad"];
export type ConsentService = Schemas["ConsentServiceView"];
export type Reordered = Schemas["Reordered"];
export type RestockProduct = Schemas["RestockProduct"];
export type OrderWithdrawal = Schemas["OrderWithdrawal"];
export type DeclaredWithdrawal = Schemas["DeclaredWithdrawal"];
export type WithdrawalForm = Schemas["WithdrawalForm"];
export type WithdrawalOrder = Schemas["WithdrawalOrder"];
export type WithdrawalRequest = Schemas["WithdrawalRequest"];
export type WithdrawalReceipt = Schemas["WithdrawalReceipt"];
