import { notFound } from "next/navigation";

/** Every address that no other route knows. */
export default function UnknownPage() {
  notFound();
}
