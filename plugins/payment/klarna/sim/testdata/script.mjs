// Runs the simulator's browser script with a document of a few lines and checks what a shop's page gets from it.
import assert from "node:assert/strict";

const [base, payNow, payLater] = process.argv.slice(2);

class Element {
  constructor(name) {
    Object.assign(this, { name, style: {}, dataset: {}, children: [], listeners: {}, attributes: {} });
  }
  setAttribute(key, value) { this.attributes[key] = value; }
  appendChild(child) { this.children.push(child); }
  replaceChildren(...children) { this.children = children; }
  addEventListener(type, listener) { this.listeners[type] = listener; }
  querySelector(name) { return this.all().find((e) => e.name === name); }
  all() { return this.children.flatMap((c) => [c, ...c.all()]); }
  focus() { document.activeElement = this; }
}

const container = new Element("div");
globalThis.document = { activeElement: null, createElement: (name) => new Element(name), querySelector: (s) => (s === "#klarna" ? container : null) };
globalThis.window = globalThis;
let ready = false;
globalThis.klarnaAsyncCallback = () => { ready = true; };

const source = await (await fetch(`${base}/kp/lib/v1/api.js`)).text();
new Function(source)();
assert.ok(ready);
const { Payments } = globalThis.Klarna;

const call = (name, ...args) => new Promise((resolve) => Payments[name](...args, resolve));
async function click(decision) {
  for (;;) {
    const button = container.all().find((e) => e.dataset.klarnaDecision === decision);
    if (button) return button.listeners.click();
    await new Promise(setImmediate);
  }
}
const billing_address = { given_name: "Kim", family_name: "Käufer", email: "kim@example.com", street_address: "Am Markt 1", postal_code: "20095", city: "Hamburg", country: "DE" };

assert.throws(() => Payments.init({ client_token: "nonsense" }), { name: "InvalidClientTokenError" });
assert.throws(() => Payments.authorize({ payment_method_category: "pay_now" }), { name: "ApplicationNotLoadedError" });

Payments.init({ client_token: payNow });
assert.throws(() => Payments.load({ container: "#none", payment_method_category: "pay_now" }), { name: "InvalidContainerSelectorError" });
assert.deepEqual(await call("load", { container: "#klarna", payment_method_category: "pay_now" }, {}), { show_form: true });
assert.deepEqual(await call("load", { container: "#klarna", payment_method_category: "pay_never" }), { show_form: false });

// An address is missing, then the customer turns back, then agrees; pay now is finalized on its own.
let answer = call("authorize", { payment_method_category: "pay_now", auto_finalize: false }, {});
await click("approve");
assert.equal((await answer).error.invalid_fields[0], "billing_address");
answer = call("authorize", { payment_method_category: "pay_now", auto_finalize: false }, { billing_address });
await click("approve");
assert.deepEqual(await answer, { show_form: true, approved: true, finalize_required: true });
answer = await call("finalize", { payment_method_category: "pay_now" }, {});
assert.ok(answer.approved && answer.authorization_token);

Payments.init({ client_token: payLater });
await call("load", { container, payment_method_category: "pay_later" });
answer = call("authorize", { payment_method_category: "pay_later" }, { billing_address });
await click("cancel");
assert.deepEqual(await answer, { show_form: true, approved: false });
