"""deposit: a payment plugin in Python. The customer transfers the money in advance; the shop books it when it comes.

It talks to nobody and keeps nothing: every answer follows from the request, so the same key gives the same answer.
"""

import concurrent.futures
import threading

import grpc
from google.protobuf import any_pb2
from google.rpc import code_pb2, status_pb2
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_status import rpc_status

import serve
from kontor.base.v1 import base_pb2 as base
from kontor.base.v1 import base_pb2_grpc as base_grpc
from kontor.payment.v1 import payment_pb2 as payment
from kontor.payment.v1 import payment_pb2_grpc as payment_grpc

METHOD = "deposit"
EURO = "EUR"

SETTINGS = [
    base.Setting(key="account_holder", type=base.SETTING_TYPE_STRING, required=True, help="Holder of the shop's bank account."),
    base.Setting(key="iban", type=base.SETTING_TYPE_STRING, required=True, help="IBAN of the shop's bank account."),
    base.Setting(key="term_days", type=base.SETTING_TYPE_INT, default="7", help="Days in which the money must arrive, 1 to 60."),
]


class Refused(Exception):
    """A failure as the contract has it: whose fault, a stable code, and the wrong fields."""

    def __init__(self, code, message, fields=(), fault=base.FAULT_CALLER, status=code_pb2.INVALID_ARGUMENT):
        super().__init__(message)
        self.detail = base.ErrorDetail(fault=fault, code=code, fields=[base.FieldError(name=n, code=c) for n, c in fields])
        self.status = status


def not_supported(what):
    """The error for an operation that the plugin does not have."""
    return Refused("not_supported", what + " is not supported", fault=base.FAULT_PLUGIN, status=code_pb2.UNIMPLEMENTED)


def answering(call):
    """Turns Refused into a gRPC status with its detail."""

    def wrapped(self, request, context):
        try:
            return call(self, request)
        except Refused as refused:
            detail = any_pb2.Any()
            detail.Pack(refused.detail)
            status = status_pb2.Status(code=refused.status, message=str(refused), details=[detail])
            context.abort_with_status(rpc_status.to_status(status))

    return wrapped


class Base(base_grpc.BaseServiceServicer):
    """What every plugin serves."""

    def __init__(self):
        self.settings = None
        self.lock = threading.Lock()

    def configured(self):
        """Gives the settings, or refuses."""
        if self.settings is None:
            raise Refused("not_configured", "a call before Configure")
        return self.settings

    @answering
    def Describe(self, request):
        return base.DescribeResponse(name="deposit", version="1.0.0", kinds=["payment"], settings=SETTINGS)

    @answering
    def Configure(self, request):
        with self.lock:
            if self.settings is not None:
                raise Refused("already_configured", "a running plugin is not configured again")
            self.settings = read_settings(request)
        return base.ConfigureResponse()

    @answering
    def Health(self, request):
        ok = self.settings is not None
        return base.HealthResponse(ok=ok, message="" if ok else "not configured")


def read_settings(request):
    """Holds the settings against the schema and gives them with their defaults."""
    known = {s.key: s for s in SETTINGS}
    wrong = [(key, "unknown") for key in [*request.values, *request.secrets] if key not in known]
    values = {key: request.values.get(key) or s.default for key, s in known.items()}
    wrong += [(key, "required") for key, s in known.items() if s.required and not values[key]]
    if not values["term_days"].isdecimal() or not 1 <= int(values["term_days"]) <= 60:
        wrong.append(("term_days", "invalid"))
    if wrong:
        raise Refused("invalid_config", "the configuration does not fit the plugin", sorted(wrong))
    return values


class Payment(payment_grpc.PaymentServiceServicer):
    """The one payment method."""

    def __init__(self, base_service):
        self.base = base_service

    @answering
    def Methods(self, request):
        settings = self.base.configured()
        method = payment.Method(
            code=METHOD,
            title=text("Vorkasse", "Bank transfer in advance"),
            hint=text("Wir senden, sobald dein Geld da ist.", "We ship as soon as your money has arrived."),
            flow=payment.FLOW_SIMPLE,
            currencies=[EURO],
            sort=95,
            term_days=int(settings["term_days"]),
        )
        return payment.MethodsResponse(methods=[method])

    @answering
    def Authorize(self, request):
        settings = self.base.configured()
        wrong = []
        if request.method != METHOD:
            wrong.append(("method", "unknown"))
        if not request.idempotency_key:
            wrong.append(("idempotency_key", "required"))
        if request.purchase.amount.minor <= 0 or request.purchase.amount.currency != EURO:
            wrong.append(("purchase.amount", "invalid"))
        if wrong:
            raise Refused("invalid_request", "the request cannot be a payment", wrong)
        lines = {
            "account_holder": (text("Empfänger", "Recipient"), settings["account_holder"]),
            "iban": (text("IBAN", "IBAN"), settings["iban"]),
            "amount": (text("Betrag", "Amount"), euros(request.purchase.amount.minor)),
            "purpose": (text("Verwendungszweck", "Reference"), request.purchase.order_number),
        }
        pending = payment.Pending(
            reference=reference(request.idempotency_key),
            instructions=[payment.Instruction(key=key, label=label, value=value) for key, (label, value) in lines.items()],
        )
        return payment.AuthorizeResponse(outcome=payment.Outcome(pending=pending))

    @answering
    def Status(self, request):
        self.base.configured()
        if not request.reference.startswith(METHOD + "-"):
            return payment.StatusResponse(outcome=payment.Outcome(declined=payment.Declined(code="not_found")))
        return payment.StatusResponse(outcome=payment.Outcome(pending=payment.Pending(reference=request.reference)))

    @answering
    def Void(self, request):
        self.base.configured()  # nothing was ever reserved, so there is nothing to give up
        return payment.VoidResponse(receipt=payment.Receipt(state=payment.RECEIPT_STATE_DONE, reference=request.reference))

    @answering
    def HandleWebhook(self, request):
        self.base.configured()
        raise Refused("webhook_forged", "this plugin has no webhooks")

    @answering
    def Start(self, request):
        raise not_supported("start")

    @answering
    def Complete(self, request):
        raise not_supported("complete")

    @answering
    def Capture(self, request):
        raise not_supported("capture")

    @answering
    def Refund(self, request):
        raise not_supported("refund")


def text(german, english):
    """One text in both languages."""
    return base.Text(by_language={"de": german, "en": english})


def euros(cents):
    """Writes 123456 as 1.234,56 €, with whole numbers only."""
    whole = f"{cents // 100:,}".replace(",", ".")
    return f"{whole},{cents % 100:02d}\u00a0€"


def reference(key):
    """Names the payment, so that Status can tell its own from a stranger's."""
    return f"{METHOD}-{key}"


def start(address):
    """Serves gRPC on an address and gives what stops it."""
    server = grpc.server(concurrent.futures.ThreadPoolExecutor(max_workers=16), options=[("grpc.max_receive_message_length", 4 << 20)])
    base_service = Base()
    base_grpc.add_BaseServiceServicer_to_server(base_service, server)
    payment_grpc.add_PaymentServiceServicer_to_server(Payment(base_service), server)
    checks = health.HealthServicer()
    checks.set("plugin", health_pb2.HealthCheckResponse.SERVING)
    health_pb2_grpc.add_HealthServicer_to_server(checks, server)
    server.add_insecure_port(address)
    server.start()
    return lambda: server.stop(grace=5).wait()


def main():
    """Is the program's start."""
    serve.check_host()
    serve.serve(start)
