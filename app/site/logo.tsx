import type { ContentImageData } from "../content/fragments.ts";
import { croppedSize, imageSrcSet, imageUrl, type Picture } from "../content/image-url.ts";
import { IMAGE_SIZES } from "../model/image-sizes.ts";
import { cx } from "../ui/cx.ts";
import { BrandMark } from "./drawings.tsx";
import { useSite } from "./site-data.ts";

/** The owner's logo or the site's own mark, and the company's name. Its frame names it, so the picture has no text. */
export function Logo({ companyName }: { companyName: string | undefined }) {
  const site = useSite();
  const logo = site?.look?.logo;
  const name = companyName ? <span className="logo-name">{companyName}</span> : null;
  if (!site || !logo)
    return (
      <>
        <BrandMark className="size-8 flex-none" />
        {name}
      </>
    );
  const { image, darkImage, showsName, onPlate } = logo;
  const plate = onPlate && "logo-plate";
  return (
    <>
      <LogoImage image={image} base={site.assetBase} className={darkImage ? "dark:hidden" : plate} />
      {darkImage ? (
        <LogoImage image={darkImage} base={site.assetBase} className={cx("hidden dark:block", plate)} />
      ) : null}
      {showsName ? name : null}
    </>
  );
}

interface LogoImageProps {
  image: ContentImageData & Picture;
  base: string;
  className: string | undefined;
}

/** Lazy, so that the logo of the other theme, which is not displayed, is not loaded. */
function LogoImage({ image, base, className }: LogoImageProps) {
  const { widths } = IMAGE_SIZES.logo;
  const { width, height } = croppedSize(image);
  const shown = Math.min(widths[0], width);
  return (
    <img
      src={imageUrl(base, image, { width: shown })}
      srcSet={imageSrcSet(base, image, widths)}
      sizes="10rem"
      width={shown}
      height={Math.round((shown * height) / width)}
      alt=""
      loading="lazy"
      className={cx("h-8 w-auto max-w-40 flex-none object-contain object-left", className)}
    />
  );
}
