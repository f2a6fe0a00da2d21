import type { ContentImageData } from "../content/fragments.ts";
import { croppedSize, imageSrcSet, imageUrl, type Picture } from "../content/image-url.ts";
import { IMAGE_SIZES } from "../model/image-sizes.ts";
import type { LogoSize } from "../model/look.ts";
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
  const { image, darkImage, showsName, onPlate, size = "medium" } = logo;
  const plate = onPlate && "logo-plate";
  return (
    <>
      <LogoImage
        image={image}
        base={site.assetBase}
        size={size}
        className={darkImage ? "dark:hidden" : plate}
      />
      {darkImage ? (
        <LogoImage
          image={darkImage}
          base={site.assetBase}
          size={size}
          className={cx("hidden dark:block", plate)}
        />
      ) : null}
      {showsName ? name : null}
    </>
  );
}

/** Height, and the width at which a wide logo gets lower; on phones it leaves room for the buttons beside it. */
const SIZES: Readonly<Record<LogoSize, string>> = {
  small: "h-6 max-w-40",
  medium: "h-8 max-w-40",
  large: "h-11 max-w-[min(15rem,52vw)]",
};

interface LogoImageProps {
  image: ContentImageData & Picture;
  base: string;
  size: LogoSize;
  className: string | undefined;
}

/** Lazy, so that the logo of the other theme, which is not displayed, is not loaded. */
function LogoImage({ image, base, size, className }: LogoImageProps) {
  const { widths } = IMAGE_SIZES.logo;
  const { width, height } = croppedSize(image);
  const shown = Math.min(widths[0], width);
  return (
    <img
      src={imageUrl(base, image, { width: shown })}
      srcSet={imageSrcSet(base, image, widths)}
      sizes={size === "large" ? "15rem" : "10rem"}
      width={shown}
      height={Math.round((shown * height) / width)}
      alt=""
      loading="lazy"
      className={cx("w-auto flex-none object-contain object-left", SIZES[size], className)}
    />
  );
}
