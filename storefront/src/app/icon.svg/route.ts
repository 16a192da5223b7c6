import { iconOf } from "@/lib/site/icon";
import { loadSite } from "@/lib/site/site";

/** The icon of whose shop it is. */
export async function GET(): Promise<Response> {
  return new Response(iconOf(await loadSite()), {
    headers: { "Content-Type": "image/svg+xml", "Cache-Control": "public, max-age=3600" },
  });
}
