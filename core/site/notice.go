package site

// Notice is something that a law of the market wants said, and an operator in another market may leave out.
type Notice string

// The notices.
const (
	OrderFacts     Notice = "order-facts"     // essential characteristics above the order button: § 312j(2) BGB
	PaymentMeans   Notice = "payment-means"   // means of payment and countries of delivery in the cart: § 312j(1) BGB
	LegalGuarantee Notice = "legal-guarantee" // the legal guarantee of conformity: Regulation (EU) 2025/1960
	Repair         Notice = "repair"          // the right to repair: Directive (EU) 2024/1799
	Disposal       Notice = "disposal"        // devices and batteries: ElektroG, BattDG
	ReviewCheck    Notice = "review-check"    // whether reviewers are checked: § 5b(3) UWG
	ReviewNotices  Notice = "review-notices"  // the way to report a review: Regulation (EU) 2022/2065
	BarrierReports Notice = "barrier-reports" // the way to report a barrier: BFSG § 14
	Retention      Notice = "retention"       // how long data are kept: GDPR Art. 5(1)(e), 13(2)(a)
)
