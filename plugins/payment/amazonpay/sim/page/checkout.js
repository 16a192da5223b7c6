// Stands in for Amazon's checkout.js: the same calls, leading to the simulator's pages.
(function () {
  'use strict';
  var base = '{{base}}';
  var required = ['merchantId', 'publicKeyId', 'ledgerCurrency', 'checkoutLanguage', 'productType', 'placement'];
  var labels = { de_DE: 'Mit Amazon Pay bezahlen', en_GB: 'Pay with Amazon Pay' };

  function check(config, names) {
    names.forEach(function (name) {
      if (!config || config[name] === undefined || config[name] === '') throw new Error('Amazon Pay: ' + name + ' is missing');
    });
  }

  function go(config, session) {
    var signed = session || config.createCheckoutSessionConfig;
    check(signed, ['payloadJSON', 'signature', 'algorithm']);
    var query = new URLSearchParams({
      payloadJSON: signed.payloadJSON, signature: signed.signature, algorithm: signed.algorithm,
      publicKeyId: signed.publicKeyId || config.publicKeyId, merchantId: config.merchantId,
      ledgerCurrency: config.ledgerCurrency, checkoutLanguage: config.checkoutLanguage,
      productType: config.productType, sandbox: String(config.sandbox === true)
    });
    window.location.assign(base + '/checkout?' + query.toString());
  }

  function draw(root, config) {
    var button = document.createElement('button');
    button.type = 'button';
    button.textContent = labels[config.checkoutLanguage] || labels.de_DE;
    button.setAttribute('data-testid', 'amazon-pay-button');
    Object.assign(button.style, {
      display: 'block', width: '100%', minHeight: '48px', padding: '0 16px', font: '600 16px/1.2 system-ui, sans-serif', cursor: 'pointer',
      color: '#111', border: '1px solid #8a6d1d', borderRadius: '4px',
      background: { Gold: '#f0c14b', LightGray: '#e7e9ec', DarkGray: '#9aa0a6' }[config.buttonColor] || '#f0c14b'
    });
    root.replaceChildren(button);
    return button;
  }

  window.amazon = { Pay: {
    renderButton: function (selector, config) {
      check(config, required);
      var root = typeof selector === 'string' ? document.querySelector(selector) : selector;
      if (!root) throw new Error('Amazon Pay: nothing matches ' + selector);
      var button = draw(root, config);
      var clicked = function () { go(config); };
      if (!config.createCheckoutSessionConfig) clicked = function () {}; // decoupled: onClick decides
      button.addEventListener('click', function () { clicked(); });
      return {
        onClick: function (handler) { clicked = handler; },
        initCheckout: function (late) { go(config, late.createCheckoutSessionConfig); },
        updateButtonInfo: function () {}
      };
    },
    initCheckout: function (config) { check(config, required); go(config); },
    bindChangeAction: function (selector, options) {
      check(options, ['amazonCheckoutSessionId', 'changeAction']);
      var root = document.querySelector(selector);
      if (!root) throw new Error('Amazon Pay: nothing matches ' + selector);
      root.addEventListener('click', function (event) {
        event.preventDefault();
        window.location.assign(base + '/checkout/' + encodeURIComponent(options.amazonCheckoutSessionId) + '?change=' + options.changeAction);
      });
    }
  } };
})();
