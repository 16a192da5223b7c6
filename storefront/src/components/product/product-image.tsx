import { cn } from "@/lib/cn";

/** The sizes in which the API draws product images. */
type ImageSize = 100 | 200 | 600 | 2800;

/** The address of a product image. The key of a product that has none is empty: the API draws an empty frame. */
export function imageUrl(key: string, size: ImageSize): string {
  return `/images/${size}/${key}`;
}

type Props = { image: string; alt: string; size: ImageSize; className?: string; eager?: boolean };

/** A product image in a square on its light background. alt is empty where a name stands beside it. */
export function ProductImage({ image, alt, size, className, eager }: Props) {
  return (
    <img
      src={imageUrl(image, size)}
      alt={alt}
      width={size}
      height={size}
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : "auto"}
      decoding="async"
      className={cn("aspect-square object-contain", className)}
    />
  );
}
