import { notFound } from "next/navigation";

export { generateMetadata } from "../not-found";

/** Every address that no other route knows. */
export default function UnknownPage() {
  notFound();
}
