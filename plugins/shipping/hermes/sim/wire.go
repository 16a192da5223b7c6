package sim

// The shapes of the HSI order API that this simulator reads and writes.

type orderRequest struct {
	ClientReference  string    `json:"clientReference,omitempty"`
	ClientReference2 string    `json:"clientReference2,omitempty"`
	ReceiverName     *person   `json:"receiverName"`
	ReceiverAddress  *address  `json:"receiverAddress"`
	ReceiverContact  *contact  `json:"receiverContact,omitempty"`
	Parcel           *parcel   `json:"parcel"`
	Service          *services `json:"service,omitempty"`
}

type person struct {
	Title      string `json:"title,omitempty"`
	Gender     string `json:"gender,omitempty"`
	FirstName  string `json:"firstname,omitempty"`
	MiddleName string `json:"middlename,omitempty"`
	LastName   string `json:"lastname"`
}

type address struct {
	Street      string `json:"street"`
	HouseNumber string `json:"houseNumber,omitempty"`
	ZipCode     string `json:"zipCode"`
	Town        string `json:"town"`
	CountryCode string `json:"countryCode,omitempty"`
	Addition    string `json:"addressAddition,omitempty"`
	Addition2   string `json:"addressAddition2,omitempty"`
	Addition3   string `json:"addressAddition3,omitempty"`
}

type contact struct {
	Phone  string `json:"phone,omitempty"`
	Mobile string `json:"mobile,omitempty"`
	Mail   string `json:"mail,omitempty"`
}

type parcel struct {
	Class       string `json:"parcelClass,omitempty"`
	Height      int    `json:"parcelHeight,omitempty"`
	Width       int    `json:"parcelWidth,omitempty"`
	Depth       int    `json:"parcelDepth,omitempty"`
	Weight      int64  `json:"parcelWeight"`
	Volume      int    `json:"parcelVolume,omitempty"`
	ProductType string `json:"productType,omitempty"`
}

type services struct {
	ParcelShop *parcelShop `json:"parcelShopDeliveryService,omitempty"`
	Alert      *alert      `json:"customerAlertService,omitempty"`
	NextDay    bool        `json:"nextDayService,omitempty"`
	Signature  bool        `json:"signatureService,omitempty"`
	BulkGood   bool        `json:"bulkGoodService,omitempty"`
}

type parcelShop struct {
	Rule        string `json:"psSelectionRule"`
	ID          string `json:"psID,omitempty"`
	FirstName   string `json:"psCustomerFirstName,omitempty"`
	LastName    string `json:"psCustomerLastName"`
	MaxDistance int    `json:"psMaxDistance,omitempty"`
}

type alert struct {
	Type   string `json:"notificationType"`
	Email  string `json:"notificationEmail,omitempty"`
	Number string `json:"notificationNumber,omitempty"`
}

type resultCode struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}
