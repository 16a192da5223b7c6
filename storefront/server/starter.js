// Runs in the browser, in a page of which later.mjs took the scripts: starts them, at once or, in a page for everyone, when
// they have something to do. Until they have taken the page over, what the visitor does is kept, and done then. Comments
// here take whole lines, which later.mjs leaves out.
(sources, forEveryone) => {
  const touches = ["pointermove", "pointerdown", "touchstart", "wheel", "scroll", "keydown", "focusin"];
  // Who looks and does nothing gets what moves by itself, and is asked for consent, this long after the page is there.
  const patience = 4000;
  const missed = new Map();
  let asleep = true;
  let hovered;

  const wake = (touch) => {
    if (!asleep) return;
    // A page that comes under a pointer is told of one that did not move.
    if (touch?.type === "pointermove" && !touch.movementX && !touch.movementY) return;
    asleep = false;
    for (const type of touches) removeEventListener(type, wake, true);
    for (const src of sources) {
      const script = document.createElement("script");
      script.src = src;
      script.async = true;
      script.onerror = ready;
      document.head.append(script);
    }
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", tell);
    else tell();
  };

  // What the page says to its scripts, which is nothing but data until then.
  const tell = () => {
    for (const told of document.querySelectorAll("script[type='text/later']")) {
      const script = document.createElement("script");
      script.textContent = told.textContent;
      told.replaceWith(script);
    }
  };

  // A browser that keeps something of ours has a cart, a name or a decision to show; an address with more than its path, a
  // filter or a partner.
  const isKnown = () => {
    try {
      return Boolean(document.cookie || localStorage.length || sessionStorage.length);
    } catch {
      return false;
    }
  };

  const idle = window.requestIdleCallback ?? setTimeout;
  const fetchAhead = (files) => {
    if (!asleep || files.length === 0 || navigator.connection?.saveData) return;
    const link = document.createElement("link");
    link.rel = "prefetch";
    link.as = "script";
    link.href = files[0];
    document.head.append(link);
    idle(() => fetchAhead(files.slice(1)));
  };

  // React hears of a tick or a value only if it differs from what the field's own property was last given, and gives a choice
  // its own value when it takes it over.
  const toggle = (box, checked) => {
    if (checked === box.defaultChecked) return;
    box.checked = !checked;
    box.click();
  };
  const isTyped = (field) => field.tagName in fieldOf && !field.matches("[type=checkbox], [type=radio]");
  const fieldOf = { INPUT: "HTMLInputElement", TEXTAREA: "HTMLTextAreaElement", SELECT: "HTMLSelectElement" };
  const fill = (field, value) => {
    if (field.type !== "file") {
      const { selectionStart, selectionEnd } = field;
      field.value = "";
      Object.getOwnPropertyDescriptor(window[fieldOf[field.tagName]].prototype, "value").set.call(field, value);
      if (typeof selectionStart === "number") field.setSelectionRange(selectionStart, selectionEnd);
    }
    for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
  };

  // What was pressed would be lost with the page: a link that leads away after it waits for the scripts, unless these do not come.
  const isLeaving = (link, event) =>
    !(link.target || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) &&
    !link.getAttribute("href").startsWith("#") &&
    [...missed.keys()].some((element) => element.matches("button"));
  const leaveLater = (link) => {
    setTimeout(() => missed.delete(link) && location.assign(link.href), patience);
    return missed.set(link, () => link.click());
  };

  // Links, labels, boxes to tick and fields work without scripts; a button does not, and is pressed again later. What is kept
  // is a map, which is true.
  const keeps = {
    click: (event) => {
      const target = event.target.closest?.("a[href], button, input[type=checkbox], input[type=radio]");
      if (!target) return;
      if (target.matches("a")) {
        if (!isLeaving(target, event)) return;
        event.preventDefault();
        return leaveLater(target);
      }
      if (target.matches("input")) {
        const { checked } = target;
        return missed.set(target, () => toggle(target, checked));
      }
      event.preventDefault();
      return missed.set(target, () => target.click());
    },
    submit: (event) => {
      event.preventDefault();
      const { target } = event;
      return missed.set(target, () => target.requestSubmit());
    },
    input: ({ target }) => {
      const { value } = target;
      return isTyped(target) && missed.set(target, () => fill(target, value));
    },
    // Who leaves a field or presses Enter in it is done: some fields count only then.
    change: ({ target }) => {
      const { value } = target;
      if (!isTyped(target)) return;
      return missed.set(target, () => {
        fill(target, value);
        target.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
      });
    },
    pointerover: ({ target, pointerType }) => {
      if (pointerType === "mouse") hovered = target;
    },
  };

  // React listens before it has taken the page over, and drops what is done meanwhile to what waits for a script: it is not to
  // hear of what is done again.
  const keep = (event) => keeps[event.type](event) && event.stopPropagation();

  const ready = () => {
    removeEventListener("kontor:ready", ready);
    for (const type in keeps) removeEventListener(type, keep, true);
    setTimeout(() => {
      const active = document.activeElement;
      if (hovered?.isConnected) {
        hovered.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" }));
        hovered.dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
      }
      if (active && active !== document.body) active.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
      for (const [element, again] of missed) if (element.isConnected) again();
      missed.clear();
    });
  };

  for (const type in keeps) addEventListener(type, keep, true);
  addEventListener("kontor:ready", ready);
  if (!forEveryone || isKnown() || location.search || location.hash) return wake();
  for (const type of touches) addEventListener(type, wake, { capture: true, passive: true });
  addEventListener("load", () => {
    idle(() => fetchAhead(sources));
    setTimeout(wake, patience);
  });
};
