import { useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import type { MethodView } from "@/lib/api/types";
import { loadScript } from "@/lib/checkout/load-script";
import { prepareApplePay } from "./apple-pay";
import { canApplePay, needsApplePay } from "./prepared";

// How long the list of methods waits for what gives Apple Pay to a browser that lacks it.
const patienceMs = 3000;

async function loadApplePay(locale: string): Promise<void> {
  const { scriptUrl } = await prepareApplePay(locale);
  if (scriptUrl) await loadScript(scriptUrl);
}

/**
 * The methods by which this browser can pay; undefined until that is known. It stays as it is then: a method that came
 * later would push another one under the finger that is about to choose.
 */
export function useSupported(methods: MethodView[], mounted: boolean): MethodView[] | undefined {
  const locale = useLocale();
  const special = methods.some((method) => method.available && needsApplePay(method));
  const able = useQuery({
    queryKey: ["payment-support"],
    queryFn: async () => {
      if (!canApplePay())
        await Promise.race([loadApplePay(locale), new Promise((done) => setTimeout(done, patienceMs))]);
      return canApplePay();
    },
    enabled: mounted && special,
    retry: false,
    staleTime: Infinity,
  });
  if (!mounted || (special && able.isPending)) return undefined;
  return methods.filter((method) => !needsApplePay(method) || able.data === true);
}
