import { LOGO_MAX_KB } from '@zelab/contract/limits'
import { REFUSAL, SUCCESS } from '@zelab/contract/messages'
import { useBrand } from '../../lib/brand.ts'
import { useChangeLogo } from '../../lib/queries/settings.ts'
import { BrandMark } from '../../ui/layout/brand-mark.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { PictureField } from '../../ui/form/picture-field.tsx'
import { toastSuccess } from '../../ui/feedback/toasts.ts'
import classes from './settings-page.module.css'
import * as words from '../../ui/form/texts.ts'
import * as texts from './texts.ts'

const LABELS = {
  upload: texts.uploadLogo,
  replace: texts.replaceLogo,
  remove: words.remove,
  hint: texts.logoHint(LOGO_MAX_KB),
}

/** Changes the logo immediately, independent of the form below. */
export function LogoCard() {
  const hasLogo = useBrand((brand) => brand.logoAddress !== null)
  const change = useChangeLogo()
  const store = async (file: File | null) => {
    await change.mutateAsync(file)
    toastSuccess(file ? SUCCESS.saved : SUCCESS.logoRemoved)
  }
  return (
    <SectionCard title={texts.logo}>
      <PictureField
        hasPicture={hasLogo}
        labels={LABELS}
        limit={{ kb: LOGO_MAX_KB, exceeded: REFUSAL.LOGO_TOO_LARGE }}
        onChange={store}
      >
        <div className={classes.preview} data-testid="logo-preview">
          <BrandMark size={40} />
        </div>
      </PictureField>
    </SectionCard>
  )
}
