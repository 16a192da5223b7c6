import { useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import type { MethodView } from "@/lib/api/types";
import { loadScript } from "@/lib/checkout/load-script";
import { prepareApplePay } from "./apple-pay";
import { isSupported } from "./prepared";

/** Loads what gives Apple Pay to a browser that lacks it, where the shop has such a script, and shows the methods again. */
export function useApplePayScript(methods: MethodView[], mounted: boolean) {
  const locale = useLocale();
  const lacking = methods.some((method) => method.available && !isSupported(method));
  useQuery({
    queryKey: ["apple-pay-script"],
    queryFn: async () => {
      const { scriptUrl } = await prepareApplePay(locale);
      if (scriptUrl) await loadScript(scriptUrl);
      return scriptUrl ?? "";
    },
    enabled: mounted && lacking,
    retry: false,
    staleTime: Infinity,
  });
}
