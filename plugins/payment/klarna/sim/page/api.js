// The browser's part of the simulated Klarna: the functions of Klarna Payments that a shop calls, with a small dialog in
// the shop's container instead of Klarna's window. It styles by the DOM only, so that a strict content security policy
// lets it run.
(function () {
  "use strict";

  var client = null;
  var container = null;

  function token(part) {
    var pieces = String(part).split(".");
    if (pieces.length !== 3) throw named("InvalidClientTokenError", "client_token is not a JSON Web Token");
    try {
      return JSON.parse(atob(pieces[1].replace(/-/g, "+").replace(/_/g, "/")));
    } catch (_) {
      throw named("InvalidClientTokenError", "client_token is not a JSON Web Token");
    }
  }

  function named(name, message) {
    var e = new Error(message);
    e.name = name;
    return e;
  }

  function send(step, body) {
    if (!client) throw named("ApplicationNotInitializedError", "init comes first");
    body.client_token = client.token;
    return fetch(client.base + "/kp/browser/" + step, {
      method: "POST",
      headers: { "Content-Type": "text/plain" },
      body: JSON.stringify(body),
    }).then(function (answer) {
      if (!answer.ok) throw new Error("the simulator answered " + answer.status);
      return answer.json();
    });
  }

  // answered calls back with what the widget's documentation names, and nothing else.
  function answered(callback) {
    return function (result) {
      delete result.amount;
      delete result.currency;
      if (callback) callback(result);
    };
  }

  function failed(callback, result) {
    return function () {
      if (callback) callback(result);
    };
  }

  var unshown = { show_form: false };
  var unapproved = { show_form: true, approved: false };

  function element(name, text, style) {
    var e = document.createElement(name);
    if (text) e.textContent = text;
    Object.keys(style || {}).forEach(function (key) { e.style[key] = style[key]; });
    return e;
  }

  var card = { background: "#ffe8ee", color: "#0b051d", border: "1px solid #ffb3c7", borderRadius: "12px", padding: "16px", font: "16px/1.5 system-ui, sans-serif" };

  function draw(title, text) {
    var box = element("section", "", card);
    box.setAttribute("aria-label", "Klarna");
    box.appendChild(element("strong", title, { display: "block" }));
    box.appendChild(element("span", text, { display: "block", fontSize: "14px" }));
    container.replaceChildren(box);
    return box;
  }

  // troubles leads to where the next message can be delayed and the next reply lost; the choice is made there.
  function troubles() {
    var a = element("a", "Simulator: Störung wählen (neuer Tab)", { display: "block", marginTop: "12px", fontSize: "14px", color: "#0b051d" });
    a.href = new URL("/#klarna", client.base).href;
    a.target = "_blank";
    a.rel = "noopener";
    return a;
  }

  var names = { pay_later: "In 30 Tagen bezahlen", pay_now: "Sofort bezahlen" };
  var choices = [
    ["approve", "Bestätigen"],
    ["cancel", "Abbrechen"],
    ["decline", "Ablehnen lassen"],
    ["expire", "Zeit ablaufen lassen"],
    ["review", "Bestätigen, Klarna prüft noch"],
    ["reject", "Bestätigen, die Bestellung wird abgelehnt"],
  ];

  // ask shows the dialog and gives what the person at the screen decided.
  function ask(category, amount) {
    return new Promise(function (decide) {
      var box = draw(names[category] || category, "Simulator, es fließt kein Geld. " + amount);
      box.setAttribute("role", "dialog");
      var before = document.activeElement;
      function end(decision) {
        draw(names[category] || category, "Simulator");
        if (before && before.focus) before.focus();
        decide(decision);
      }
      choices.forEach(function (choice, i) {
        var button = element("button", choice[1], {
          display: "block", width: "100%", marginTop: "8px", padding: "10px", borderRadius: "8px", cursor: "pointer", font: "inherit",
          border: "1px solid #0b051d", background: i === 0 ? "#0b051d" : "#fff", color: i === 0 ? "#fff" : "#0b051d",
        });
        button.type = "button";
        button.dataset.klarnaDecision = choice[0];
        button.addEventListener("click", function () { end(choice[0]); });
        box.appendChild(button);
      });
      box.appendChild(troubles());
      box.addEventListener("keydown", function (event) {
        if (event.key === "Escape") end("cancel");
      });
      box.querySelector("button").focus();
    });
  }

  function euros(result) {
    return result.amount ? new Intl.NumberFormat("de-DE", { style: "currency", currency: result.currency }).format(result.amount / 100) : "";
  }

  // data and callback may both be left out; whoever leaves out data passes the callback in its place.
  function sorted(data, callback) {
    return typeof data === "function" ? { data: null, callback: data } : { data: data || null, callback: callback };
  }

  var Payments = {
    init: function (options) {
      var payload = token(options && options.client_token);
      client = { token: options.client_token, base: payload.base_url };
    },

    load: function (options, data, callback) {
      var args = sorted(data, callback);
      var place = options && options.container;
      container = typeof place === "string" ? document.querySelector(place) : place;
      if (!container) throw named("InvalidContainerSelectorError", "no such container");
      var category = options.payment_method_category;
      send("load", { category: category, data: args.data }).then(function (result) {
        if (result.show_form) draw(names[category] || category, "Simulator. " + euros(result));
        else container.replaceChildren();
        answered(args.callback)(result);
      }, failed(args.callback, unshown));
    },

    authorize: function (options, data, callback) {
      var args = sorted(data, callback);
      var category = options && options.payment_method_category;
      if (!container) throw named("ApplicationNotLoadedError", "load comes first");
      send("load", { category: category, data: null }).then(function (result) {
        return ask(category, euros(result));
      }).then(function (decision) {
        return send("authorize", {
          category: category, data: args.data, decision: decision, auto_finalize: !options || options.auto_finalize !== false,
        });
      }).then(answered(args.callback), failed(args.callback, unapproved));
    },

    reauthorize: function (options, data, callback) {
      Payments.authorize(options, data, callback);
    },

    finalize: function (options, data, callback) {
      var args = sorted(data, callback);
      send("finalize", { category: options && options.payment_method_category }).then(answered(args.callback), failed(args.callback, unapproved));
    },
  };

  window.Klarna = Object.assign(window.Klarna || {}, { Payments: Payments });
  if (typeof window.klarnaAsyncCallback === "function") window.klarnaAsyncCallback();
})();
