import { useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import type { MethodView } from "@/lib/api/types";
import { loadScript } from "@/lib/checkout/load-script";
import { prepareApplePay } from "./apple-pay";
import { isSupported } from "./prepared";

// How long the list of methods waits for what gives Apple Pay to a browser that lacks it.
const patienceMs = 3000;

/**
 * The methods by which this browser can pay; undefined until that is known. It stays as it is then: a method that came
 * later would push another one under the finger that is about to choose.
 */
export function useSupported(methods: MethodView[], mounted: boolean): MethodView[] | undefined {
  const locale = useLocale();
  const special = methods.filter((method) => method.available && method.needs.length > 0);
  const able = useQuery({
    queryKey: ["payment-support"],
    queryFn: async () => {
      if (!special.every(isSupported)) {
        const { scriptUrl } = await prepareApplePay(locale);
        if (scriptUrl) await Promise.race([loadScript(scriptUrl), new Promise((done) => setTimeout(done, patienceMs))]);
      }
      return special.every(isSupported);
    },
    enabled: mounted && special.length > 0,
    retry: false,
    staleTime: Infinity,
  });
  if (!mounted || (special.length > 0 && able.isPending)) return undefined;
  return methods.filter((method) => method.needs.length === 0 || able.data === true);
}
