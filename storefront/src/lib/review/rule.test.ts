import { expect, it } from "vitest";
import { wrongOf } from "./rule";

const good = { author: "Kim", stars: 4, title: "Leise", text: "Auch unter Last kaum zu hören." };

it("lets a whole review and a whole comment through", () => {
  expect(wrongOf("review", good)).toEqual({});
  expect(wrongOf("comment", { author: "Kim", stars: 0, title: "", text: "Danke!" })).toEqual({});
});

it.each([
  [{ stars: 0 }, { stars: { key: "unchosen" } }],
  [{ author: "  " }, { author: { key: "missing" } }],
  [{ author: "K" }, { author: { key: "too_short", length: 2 } }],
  [{ title: "ä".repeat(101) }, { title: { key: "too_long", length: 100 } }],
  [{ text: "Zu kurz." }, { text: { key: "too_short", length: 20 } }],
])("tells what is wrong with %o", (change, wrong) => {
  expect(wrongOf("review", { ...good, ...change })).toEqual(wrong);
});

it("counts characters, not code units", () => {
  expect(wrongOf("review", { ...good, title: "🙂".repeat(100) })).toEqual({});
});
