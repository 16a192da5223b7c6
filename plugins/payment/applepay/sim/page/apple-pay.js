// Stands in for Safari's ApplePaySession: the same calls and events, with a sheet drawn on the page.
(function () {
  'use strict';
  var base = '{{base}}';
  var states = { fresh: 0, validating: 1, ready: 2, paying: 3, done: 4 };
  var open = null;

  function fail(message) { return new TypeError('ApplePaySession: ' + message); }

  function checkRequest(request) {
    if (!request || typeof request !== 'object') throw fail('a payment request is required');
    if (!/^[A-Z]{2}$/.test(request.countryCode || '')) throw fail('countryCode');
    if (!/^[A-Z]{3}$/.test(request.currencyCode || '')) throw fail('currencyCode');
    if (!Array.isArray(request.supportedNetworks) || !request.supportedNetworks.length) throw fail('supportedNetworks');
    if ((request.merchantCapabilities || []).indexOf('supports3DS') < 0) throw fail('merchantCapabilities must name supports3DS');
    if (!request.total || !request.total.label) throw fail('total.label');
    if (!/^\d+(\.\d{1,2})?$/.test(request.total.amount || '') || Number(request.total.amount) <= 0) throw fail('total.amount');
  }

  function element(name, text, style) {
    var e = document.createElement(name);
    if (text) e.textContent = text;
    Object.assign(e.style, style || {});
    return e;
  }

  function Session(version, request) {
    if (!(version >= 1 && version <= 14)) throw fail('version');
    checkRequest(request);
    this.version = version;
    this.request = JSON.parse(JSON.stringify(request));
    this.state = states.fresh;
  }

  Session.STATUS_SUCCESS = 0;
  Session.STATUS_FAILURE = 1;
  Session.canMakePayments = function () { return true; };
  Session.canMakePaymentsWithActiveCard = function () { return Promise.resolve(true); };
  Session.supportsVersion = function (version) { return version >= 1 && version <= 14; };

  Session.prototype.begin = function () {
    if (this.state !== states.fresh) throw fail('begin was called before');
    if (open) throw fail('another sheet is open');
    open = this;
    this.state = states.validating;
    this.draw();
    var self = this;
    setTimeout(function () {
      if (typeof self.onvalidatemerchant !== 'function') { self.cancel(); return; }
      self.onvalidatemerchant({ type: 'validatemerchant', validationURL: base + '/paymentservices/paymentSession' });
    }, 0);
  };

  Session.prototype.completeMerchantValidation = function (session) {
    if (this.state !== states.validating) throw fail('no validation is under way');
    if (!session || !session.merchantSessionIdentifier || !(session.expiresAt > Date.now())) { this.cancel(); throw fail('merchant session'); }
    this.merchant = session;
    this.state = states.ready;
    this.note.textContent = 'Bestätige die Zahlung.';
    this.buttons.forEach(function (b) { b.disabled = false; });
    this.buttons[0].focus();
  };

  Session.prototype.draw = function () {
    var self = this;
    var sheet = this.sheet = element('dialog', '', {
      border: '0', borderRadius: '16px', padding: '20px', width: 'min(360px, 92vw)', font: '16px/1.4 system-ui, sans-serif',
      color: '#1d1d1f', background: '#f5f5f7', boxShadow: '0 20px 60px rgb(0 0 0 / 35%)'
    });
    sheet.setAttribute('aria-label', 'Apple Pay (Simulator)');
    sheet.setAttribute('data-testid', 'apple-pay-sheet');
    sheet.append(element('p', 'Apple Pay, Simulator: es fließt kein Geld', { margin: '0 0 8px', fontSize: '13px', color: '#515154' }),
      element('p', this.request.total.label, { margin: '0' }),
      element('p', this.request.total.amount.replace('.', ',') + ' ' + this.request.currencyCode, { margin: '0 0 8px', fontSize: '26px', fontWeight: '600' }));
    this.note = element('p', 'Der Händler wird geprüft …', { margin: '0 0 12px', color: '#515154' });
    this.note.setAttribute('role', 'status');
    sheet.append(this.note);
    var add = function (text, dark, action, name) {
      var b = element('button', text, {
        display: 'block', width: '100%', minHeight: '44px', marginTop: '8px', font: 'inherit', borderRadius: '10px', cursor: 'pointer',
        border: '1px solid #1d1d1f', background: dark ? '#1d1d1f' : '#fff', color: dark ? '#fff' : '#1d1d1f'
      });
      b.type = 'button';
      b.setAttribute('data-testid', 'apple-pay-' + name);
      b.addEventListener('click', action);
      sheet.append(b);
      return b;
    };
    this.buttons = [
      add('Mit Touch ID bezahlen', true, function () { self.pay('approve'); }, 'approve'),
      add('Mit einer Karte bezahlen, die abgelehnt wird', false, function () { self.pay('decline'); }, 'decline'),
      add('Mit einer Karte ohne Deckung bezahlen', false, function () { self.pay('no_funds'); }, 'no-funds')
    ];
    this.buttons.forEach(function (b) { b.disabled = true; });
    add('Zeit ablaufen lassen', false, function () { self.cancel(); }, 'expire'); // as Safari: the sheet closes
    add('Abbrechen', false, function () { self.cancel(); }, 'cancel');
    var troubles = element('a', 'Simulator: Störung wählen (neuer Tab)', { display: 'block', marginTop: '12px', fontSize: '14px', color: '#1d1d1f' });
    Object.assign(troubles, { href: new URL('/#applepay', base).href, target: '_blank', rel: 'noopener' });
    sheet.append(troubles);
    sheet.addEventListener('cancel', function (event) { event.preventDefault(); self.cancel(); });
    document.body.append(sheet);
    sheet.showModal();
  };

  Session.prototype.pay = function (card) {
    var self = this;
    if (this.state !== states.ready) return;
    this.state = states.paying;
    this.buttons.forEach(function (b) { b.disabled = true; });
    this.note.textContent = 'Wird bezahlt …';
    fetch(base + '/sheet', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({
      merchantSessionIdentifier: this.merchant.merchantSessionIdentifier, version: this.version, card: card,
      request: {
        countryCode: this.request.countryCode, currencyCode: this.request.currencyCode, supportedNetworks: this.request.supportedNetworks,
        merchantCapabilities: this.request.merchantCapabilities,
        total: { label: this.request.total.label, amount: this.request.total.amount, type: this.request.total.type || 'final' }
      }
    }) }).then(function (answer) {
      if (!answer.ok) throw fail('the sheet was refused');
      return answer.json();
    }).then(function (token) {
      var contact = {
        givenName: 'Kim', familyName: 'Käufer', phoneticGivenName: '', phoneticFamilyName: '', addressLines: ['Am Markt 1'], locality: 'Hamburg',
        subLocality: '', postalCode: '20095', administrativeArea: 'HH', subAdministrativeArea: '', country: 'Deutschland', countryCode: 'DE'
      };
      var payment = { token: token };
      if ((self.request.requiredBillingContactFields || []).length) payment.billingContact = contact;
      if ((self.request.requiredShippingContactFields || []).length) {
        payment.shippingContact = Object.assign({ emailAddress: 'kim.kaeufer@example.com', phoneNumber: '+4940123456' }, contact);
      }
      if (typeof self.onpaymentauthorized === 'function') self.onpaymentauthorized({ type: 'paymentauthorized', payment: payment });
    }).catch(function () { self.cancel(); });
  };

  Session.prototype.completePayment = function (result) {
    if (this.state !== states.paying) throw fail('no payment is under way');
    var status = typeof result === 'object' && result ? result.status : result;
    this.state = states.done;
    this.note.textContent = status === Session.STATUS_SUCCESS ? 'Fertig' : 'Die Zahlung ist nicht abgeschlossen';
    var self = this;
    setTimeout(function () { self.close(); }, 800);
  };

  Session.prototype.abort = function () {
    if (this.state === states.fresh || this.state === states.done) throw fail('no sheet is open');
    this.close();
  };

  Session.prototype.cancel = function () {
    if (this.state === states.done) return;
    this.close();
    if (typeof this.oncancel === 'function') this.oncancel({ type: 'cancel' });
  };

  Session.prototype.close = function () {
    this.state = states.done;
    if (open === this) open = null;
    if (this.sheet) this.sheet.remove();
  };

  window.ApplePaySession = Session;
})();
