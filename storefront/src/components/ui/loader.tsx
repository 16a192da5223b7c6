/** A veil over the page while something that must not be interrupted goes on. */
export function Loader({ title, text }: { title: string; text: string }) {
  return (
    <div
      role="alert"
      className="fixed inset-0 z-60 grid animate-fade place-content-center justify-items-center bg-white/85 text-center"
    >
      <span aria-hidden className="size-10 animate-spin rounded-full border-[3px] border-paper-2 border-t-accent" />
      <p className="mt-5 text-xl font-semibold">{title}</p>
      <p className="mt-1 text-ink-2">{text}</p>
    </div>
  );
}
