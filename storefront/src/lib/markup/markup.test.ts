import { expect, it } from "vitest";
import { markup } from "./markup";

it("takes every value for text, between elements and in attributes", () => {
  const name = `"><script>alert('1')</script>&amp;`;
  const text = "&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;";
  expect(markup`<a title="${name}">${name}</a>`.html).toBe(`<a title="${text}">${text}</a>`);
});

it("leaves its own as it is, and writes nothing for what is missing", () => {
  const inner = markup`<b>${"1 < 2"}</b>`;
  expect(markup`<p>${inner}${undefined}${null}${false}${0}</p>`.html).toBe("<p><b>1 &lt; 2</b>0</p>");
});

it("takes no line of the template for a space", () => {
  expect(
    markup`
      <p>
        ${"a "}
        ${"b"}
      </p>
    `.html,
  ).toBe("<p>a b</p>");
});
