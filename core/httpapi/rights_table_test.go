package httpapi_test

import "maps"

// right is a call of the table: what is sent, and what comes of it for each role.
type right struct {
	path   string // where it is not the document's: with what the placeholders name
	body   string
	upload bool // a multipart form with a file
	rest   string
	only   map[role]string
}

func (r right) want(who role) string {
	if text, ok := r.only[who]; ok {
		return text
	}
	return r.rest
}

// but is the call with another answer for a role.
func (r right) but(answer string, who ...role) right {
	r.only = maps.Clone(r.only)
	if r.only == nil {
		r.only = map[role]string{}
	}
	for _, one := range who {
		r.only[one] = answer
	}
	return r
}

// anybody is a call with one answer for all.
func anybody(body, answer string) right { return right{body: body, rest: answer} }

// at is a call with one answer for all that names something in its path.
func at(path, answer string) right { return right{path: path, rest: answer} }

// to is the call with something named in its path.
func (r right) to(path string) right {
	r.path = path
	return r
}

// file is the call as a form with a file.
func file(r right) right {
	r.upload = true
	return r
}

// account is a call of the customer's account: it takes a full login.
func account(body, answer string) right {
	return anybody(body, answer).but("401 login_required", anonymous, guest).but("401 full_login_required", soft)
}

// basket is a call that changes what a session has.
func basket(body, answer string) right {
	return anybody(body, answer).but("401 session_missing", anonymous)
}

// ordering is a call of the checkout, which is begun by a session and shows personal data.
func ordering(body, answer string) right {
	return anybody(body, answer).but("404 checkout_not_found", anonymous).but("401 full_login_required", soft)
}

// unseen are the roles that have nothing of the kind that the call names: they name what is the owner's.
var unseen = []role{light, foreign}

// private customers alone may.
var notBusiness = []role{light, private, member, foreign}

const (
	someAddress = `"firstName": "Erika", "lastName": "Muster", "streetName": "Hauptstraße", "streetNumber": "2", "zipCode": "10115", "cityName": "Berlin"`
	somePerson  = `"firstName": "Eva", "lastName": "Muster", "password": "Zug7Berg"`
	someCompany = `"businessForm": 1, "businessType": "consumer", "company": "Neu AG", "address": {` + someAddress + `}`

	unavailable = "409 payment_method_not_available"
)

var rights = map[string]right{
	// Whoever comes may look.
	"headerData":           anybody("", "200"),
	"home":                 anybody("", "200"),
	"navigationRoots":      anybody("", "200"),
	"navigationLevel":      at("/api/navigation/category/999999", "404 category_not_found"),
	"categoryListing":      at("/api/category/none", "404 category_not_found"),
	"searchListing":        at("/api/search?query=x", "200"),
	"suggest":              at("/api/suggest?query=x", "200"),
	"categoryFilters":      anybody(`{"categoryId": 999999}`, "404 category_not_found"),
	"searchFilters":        anybody(`{"query": "x"}`, "200"),
	"product":              at("/api/product/none", "404 product_not_found"),
	"energyLabel":          at("/product/fetch/eef/999999", "404 product_not_found"),
	"lastSeenProducts":     anybody("", "200"),
	"comparison":           anybody("", "200"),
	"productFacts":         at("/api/product-facts?ids=1", "200"),
	"countries":            at("/api/checkout/countries?list=private-billing", "200"),
	"accountCountries":     at("/api/account/address/country/private-billing", "200"),
	"accountCountriesPost": at("/api/account/address/country/private-billing", "200"),
	"rules":                anybody("", "200"),
	"content":              at("/api/pineberry/infocenter_none", "404 content_not_found"),
	"ads":                  at("/api/banana-handler/get-multiple?targets=top", "200"),
	"trackingServices":     anybody("", "200"),
	"trackingAdd":          anybody(`{"eventType": "x"}`, "200"),
	"trackingScrolling":    anybody(`{"eventType": "x"}`, "200"),
	"trackingConsent":      anybody(`{"eventType": "x"}`, "200"),
	"trackingWithdraw":     anybody(`{"tid": "x", "services": ["y"]}`, "200"),
	"campusUniversities":   anybody("", "200"),
	"cartEmptyTemplate":    anybody("", "200"),
	"site":                 anybody("", "200"),
	"chat":                 anybody("", "404 chat_off"),

	// Whoever meets a barrier may say so.
	"reportBrowserError": anybody(`{"kind": "report", "message": "No Category Filters returned"}`, "200"),
	"reportBarrier":      anybody(`{"key": "{new}", "text": "Die Vorlesehilfe liest den Preis nicht vor."}`, "200"),

	// Whoever comes may write; what is written is shown once an operator has read it.
	"reviews":        at("/api/reviews/999999", "200"),
	"reviewComments": at("/api/review/comments/999999", "404 review_not_found"),
	"reviewAdd":      anybody(`{"productId": {product}, "author": "Kim", "stars": 5, "title": "Sehr gut", "text": "Leise, hell und schnell genug für alles."}`, "200"),
	"reviewComment":  anybody(`{"reviewId": 999999, "author": "Kim", "text": "Das sehe ich auch so."}`, "404 review_not_found"),
	"reviewNotice":   anybody(`{"key": "{new}", "reviewId": 999999, "text": "Das ist eine Beleidigung.", "goodFaith": true}`, "404 review_not_found"),

	// Carts and wishlists are of the session. Whose full login is over takes nothing out of the cart.
	"cart":             anybody("", "200"),
	"checkoutCart":     anybody("", "200"),
	"checkoutCartPost": anybody("", "200"),
	"cartAdd":          anybody(`{"id": {product}}`, "200"),
	"cartQuantity":     anybody(`{"id": {product}, "quantity": 2}`, "200").but("401 full_login_required", soft),
	"cartRemove":       basket(`{"id": {product}}`, "200").but("401 full_login_required", soft),
	"cartPopupRemove":  basket(`{"id": {product}}`, "200").but("401 full_login_required", soft).to("/api/cart/remove/1"),
	"cartWarranty":     basket(`{"id": {product}, "warrantyId": 0}`, "200"),
	"wishlist":         anybody("", "200"),
	"wishlistAdd":      anybody(`{"productId": {product}}`, "200"),
	"wishlistDelete":   basket(`{"productId": {product}}`, "200"),
	"wishlistMove":     basket("", "200"),
	"expressPayments":  anybody("", "200"),

	// Coming in and going out.
	"login":                anybody(`{"email": "{email}", "password": "Falsch1x"}`, "200 login_wrong_credentials"),
	"submitTwoFactorCode":  anybody(`{"code": "000000"}`, "200 two_factor_wrong"),
	"resendTwoFactorCode":  anybody("", "200 two_factor_resend_failed"),
	"logout":               anybody("", "200"),
	"logoutAndTransfer":    anybody("", "200"),
	"requestPasswordReset": anybody(`{"email": "{email}"}`, "200"),
	"resetPassword":        anybody(`{"token": "guessed", "newPassword": "Neu7Haus"}`, "200 wrong_link"),
	"register":             anybody(`{"email": "{new}@example.org", `+somePerson+`}`, "200"),
	"registerBusiness":     anybody(`{"email": "{new}@example.org", `+somePerson+`, `+someCompany+`}`, "200"),
	"customer":             anybody("", "200"),

	// The account. Names are fixed for members of the campus programme; a business's data are the shop's to change, but for
	// the owner and the VAT id.
	"customerUpdate": account(`{"telephoneNumber": "030 7654321"}`, "200"),
	"passwordChange": account(`{"currentPassword": "Zug7Berg", "newPassword": "Neu7Haus", "confirmationPassword": "Neu7Haus"}`, "200"),
	"emailChange":    account(`{"email": "{new}@example.org", "confirmationPassword": "Zug7Berg"}`, "200"),
	"namesChange": account(`{"firstName": "Eva", "lastName": "Muster", "confirmationPassword": "Zug7Berg"}`, "200").
		but("200 action_not_allow_for_student", member),
	"ownerChange":    account(`{"ownerFirstName": "Eva", "ownerLastName": "Muster"}`, "200").but("200 action_not_allowed", notBusiness...),
	"companyChange":  account(`{"companyName": "Anders KG"}`, "200 action_not_allowed"),
	"vatChange":      account(`{"vatId": "DE136695976"}`, "200").but("200 action_not_allowed", notBusiness...),
	"becomeBusiness": account(`{`+someCompany+`}`, "200").but("200 action_not_allowed", business),
	"convertLight": account(`{"userId": {user}, "invoiceData": {`+someAddress+`}}`, "200 address_billing_exists").
		but("200", light).but("404 customer_not_found", foreign),
	"convertGuest": anybody(`{"order": "{attempt}", "password": "Zug7Berg"}`, "404 order_not_found").
		but("401 session_missing", anonymous).but("200 order_not_convertible", private),
	"address":    account(`{"addressId": {book}}`, "200").but("404 address_not_found", unseen...),
	"addresses":  account("", "200"),
	"addressAdd": account(`{`+someAddress+`}`, "200"),
	"addressUpdate": account(`{"id": {billing}, `+someAddress+`}`, "200").
		but("404 address_not_found", unseen...).but("200 action_not_allow_for_student", member),
	"addressDelete":   account(`{"addressId": {book}}`, "200").but("404 address_not_found", unseen...),
	"sessions":        account("", "200"),
	"sessionEnd":      account(`{"sessionId": "{session}"}`, "200 session_current").but("404 session_not_found", unseen...),
	"sessionsEnd":     account("", "200"),
	"privacy":         account("", "200"),
	"privacyExport":   account("", "200"),
	"privacyDownload": account("", "404 export_not_found"),
	"accountDelete":   account(`{"confirmationPassword": "Zug7Berg"}`, "200"),
	"orders":          account("", "200"),
	"invoices":        account(`{"ordersId": {order}}`, "404 order_not_found").but("200", private),
	"orderWithdrawal": account(`{"ordersId": {order}}`, "404 order_not_found").but("200", private),
	"reorder":         account(`{"ordersId": {order}}`, "404 order_not_found").but("200", private),
	"order":           account(`{"ordersId": {order}}`, "404 order_not_found").but("200", private),
	"creditCards":     account("", "200"),
	"creditCardForm":  account("", "200").but("403 full_account_required", light),
	"creditCardSave":  account(`{`+token+`}`, "200").but("403 full_account_required", light),
	"creditCardRemove": account(`{"creditCardIds": ["{card}"]}`, "200").
		but("404 card_not_found", foreign).but("403 full_account_required", light),
	"campusStatus": account("", "200"),
	"campusRegister": file(account("", "200")).
		but("403 campus_private_only", business).but("200 cannot_register_again", member),
	"campusRegisterEmail": account(`{"university_id": 7, "email": "{new}@tu.example", "terms": true}`, "200").
		but("403 campus_private_only", business).but("200 cannot_register_again", member),

	// The checkout.
	"checkoutInit":   ordering("", "200").but("409 cart_empty", anonymous),
	"checkoutReinit": ordering("", "200").but("409 cart_empty", anonymous),
	"checkoutView":   ordering("", "200"),
	"registerGuest":  ordering(`{"email": "g@example.org", "telephoneNumber": "030 1234567", "invoice": {`+someAddress+`}}`, "200"),
	"checkoutData": ordering(`{"invoiceAddressId": {billing}, "deliveryAddressId": {book}, "telephoneNumber": "030 1234567"}`, "200").
		but("401 login_required", guest).but("404 address_not_found", unseen...),
	"changeDeliveryAddress": ordering(`{"deliveryAddressId": {book}}`, "200").
		but("401 login_required", guest).but("404 address_not_found", unseen...),
	"changeInvoiceAddress": ordering(`{"invoiceAddressId": {billing}}`, "200").
		but("401 login_required", guest).but("404 address_not_found", unseen...),
	"checkoutPreview": ordering(`{"paymentCode": "moneyorder", "shippingCodes": ["dhl_standard"]}`, "200"),
	"checkoutChoices": ordering(`{"paymentCode": "moneyorder", "shippingCodes": ["dhl_standard"]}`, "200"),
	"pickupPoints":    ordering(`{"kind": "packstation", "zipCode": "10115"}`, "200"),
	"noRiskMuchFun":   ordering(`{"no_risk_much_fun": 1}`, "200"),
	"voucherAdd":      ordering(`{"voucherCode": "NONE"}`, "404 voucher_unknown"),
	"voucherRemove":   ordering(`{"voucherCode": "NONE"}`, "200"),
	"cardFields":      ordering("", "200"),
	"cardSave":        ordering(`{"save": 1, `+token+`}`, "200").but("401 login_required", guest),
	"cardSelect":      ordering(`{"alias": "{card}"}`, "200").but("404 card_not_found", guest, light, foreign),
	"cardProcess":     ordering(`{"total": 1, "alias": "{card}"}`, unavailable).but("404 card_not_found", guest, light, foreign),
	"process":         ordering(`{"total": 1}`, "409 checkout_incomplete"),
	"paymentRedirect": ordering(`{"total": 1}`, "409 checkout_incomplete"),
	"financeInit":     ordering(`{"total": 1}`, "409 checkout_incomplete"),
	"paymentSession":  ordering(`{"paymentCode": "creditcard"}`, "200"),
	"success":         at("/api/checkout/success?order={attempt}", "404 order_not_found").but("401 session_missing", anonymous).but("200", private),

	// Providers that this shop does not have.
	"klarnaSessionUpdate": ordering(`{"paymentMethod": "pay_now"}`, unavailable),
	"klarnaProcess":       ordering(`{"authorizationToken": "x", "paymentMethod": "pay_now", "total": 1}`, unavailable),
	"payPalInit":          ordering("", unavailable).but("409 cart_empty", anonymous),
	"payPalDetails":       ordering("", "409 express_not_approved"),
	"amazonInit":          ordering("", unavailable).but("409 cart_empty", anonymous),
	"amazonDetails":       ordering("", "409 express_not_approved"),
	"amazonButton":        ordering("", unavailable),
	"amazonContext":       ordering("", unavailable),
	"amazonProcess":       ordering(`{"total": 1}`, unavailable),
	"applePayInit":        ordering("", unavailable),
	"applePayProcess":     ordering(`{"payment": {}, "total": 1}`, unavailable),

	// Links that come by mail, and what needs no account.
	"campusConfirm":         anybody(`{"token": "guessed"}`, "200 wrong_link"),
	"newsletterSubscribe":   anybody(`{"email": "n@example.org"}`, "200"),
	"newsletterConfirm":     anybody(`{"token": "guessed"}`, "200 wrong_link"),
	"newsletterUnsubscribe": anybody(`{"token": "guessed"}`, "200 wrong_link"),
	"newsletterOneClick":    at("/api/newsletter/unsubscribe/one-click?token=guessed", "422 wrong_link"),
	"newsletterLeave":       anybody(`{"email": "n@example.org"}`, "200"),
	"restockAsk":            anybody(`{"productId": {product}, "email": "n@example.org"}`, "409 restock_available"),
	"restockConfirm":        anybody(`{"token": "guessed"}`, "422 wrong_link"),
	"restockCancel":         anybody(`{"token": "guessed"}`, "200"),
	"orderStatus":           anybody(`{"ordersId": {order}, "token": "guessed"}`, "404 order_not_found"),
	"orderLink":             anybody(`{"orderNumber": "{order}", "email": "w@example.org"}`, "200"),
	"withdrawalForm":        anybody("", "200"),
	"withdraw":              anybody(`{"key": "{new}", "name": "Eva Muster", "orderNumber": "{order}", "email": "w@example.org"}`, "200"),
}
