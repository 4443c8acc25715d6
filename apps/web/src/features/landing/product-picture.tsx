import deskDark from './pictures/product-desk-dark.webp'
import deskLight from './pictures/product-desk-light.webp'
import phoneDark from './pictures/product-phone-dark.webp'
import phoneLight from './pictures/product-phone-light.webp'
import classes from './landing-samples.module.css'

/** Decorative screenshots in opposite color schemes, taken by `npm run screenshots product-`. */
export function ProductPicture() {
  return (
    <div className={classes.stage} aria-hidden="true">
      <div className={classes.desk}>
        <div className={classes.bar}>
          <i />
          <i />
          <i />
        </div>
        <Picture light={deskLight} dark={deskDark} width={1120} height={720} />
      </div>
      <div className={classes.phone}>
        <Picture light={phoneDark} dark={phoneLight} width={390} height={780} />
      </div>
    </div>
  )
}

interface PictureProps {
  light: string
  dark: string
  width: number
  height: number
}

/** Only the visible picture is fetched; its size is reserved. */
function Picture({ light, dark, ...size }: PictureProps) {
  const shared = { alt: '', loading: 'lazy', decoding: 'async', ...size } as const
  return (
    <>
      <img className={classes.light} src={light} {...shared} />
      <img className={classes.dark} src={dark} {...shared} />
    </>
  )
}
