import { useMutation } from '@tanstack/react-query'
import type { Brand } from '@zelab/contract'
import { LOGO_MAX_KB, LOGO_PART } from '@zelab/contract/limits'
import { REFUSAL, SUCCESS } from '@zelab/contract/messages'
import { setBrand, useBrand } from '../../lib/brand.ts'
import { BrandMark } from '../../ui/layout/brand-mark.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { PictureField } from '../../ui/form/picture-field.tsx'
import { toastSuccess } from '../../ui/feedback/toasts.ts'
import classes from './settings-page.module.css'
import * as words from '../../ui/form/texts.ts'
import * as texts from './texts.ts'
import { api } from '../../lib/api-client.ts'
import { apiAddresses } from '../../lib/api-addresses.ts'
import { changesOf } from '../../lib/endpoint-mutation.ts'
import { sendFile } from '../../lib/upload.ts'

const LABELS = {
  upload: texts.uploadLogo,
  replace: texts.replaceLogo,
  remove: words.remove,
  hint: texts.logoHint(LOGO_MAX_KB),
}

/** Changes the logo immediately, independent of the form below. */
export function LogoCard() {
  const hasLogo = useBrand((brand) => brand.logoAddress !== null)
  const change = useMutation({
    mutationFn: async (file: File | null) =>
      file
        ? sendFile<Brand>(apiAddresses.settings.updateLogo, LOGO_PART, file)
        : (await api.settings.removeLogo()).data,
    onSuccess: setBrand,
    meta: changesOf(api.settings.updateLogo),
  })
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
