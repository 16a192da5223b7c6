import type { ReactNode } from "react";
import { ProductActions } from "@/components/product/product-actions";
import { NeedsScript } from "@/components/ui/needs-script";
import { SoftLogin } from "@/features/account/soft-login";
import { CompareBar } from "@/features/comparison/compare-bar";
import { ChatButton } from "@/features/chat/chat-button";
import { ConsentSettings } from "@/features/consent/consent-banner";
import { SiteFooter } from "@/features/footer/site-footer";
import { LanguageLink } from "@/features/header/language-link";
import { SiteHeader } from "@/features/header/site-header";
import { NewsletterForm } from "@/features/newsletter/newsletter-form";
import { CategoryBar } from "@/features/navigation/category-bar";
import { CategoryMenu } from "@/features/navigation/category-menu";
import { loadRoots } from "@/lib/site/roots";
import { loadSite } from "@/lib/site/site";

export const dynamic = "force-dynamic";

export default async function ShopLayout({ children }: { children: ReactNode }) {
  const [site, roots] = await Promise.all([loadSite(), loadRoots()]);
  return (
    <ProductActions>
      {/* On a page that is shorter than the window the footer stands at the window's foot. */}
      <div className="flex min-h-dvh flex-col print:block">
        <SiteHeader site={site} menu={<CategoryMenu roots={roots} />} bar={<CategoryBar roots={roots} />} />
        <main id="main" tabIndex={-1} className="grow outline-none">
          <NeedsScript />
          {children}
        </main>
        <SiteFooter
          roots={roots}
          settings={<ConsentSettings />}
          language={<LanguageLink />}
          newsletter={<NewsletterForm type="footer" />}
          partner={site.whiteLabel ? site.name : undefined}
          chat={site.chat && <ChatButton />}
        />
      </div>
      <CompareBar />
      <SoftLogin />
    </ProductActions>
  );
}
