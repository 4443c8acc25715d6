import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Brand, CallInput, contract } from '@zelab/contract'
import { LOGO_PART } from '@zelab/contract/limits'
import { apiAddresses } from '../api-addresses.ts'
import { api } from '../api-client.ts'
import { setBrand } from '../brand.ts'
import { sendFile } from '../upload.ts'
import { CACHE } from './keys.ts'

export const generalSettingsQuery = () =>
  queryOptions({
    queryKey: [CACHE.settings, 'general'],
    queryFn: async ({ signal }) => {
      const { data } = await api.settings.getGeneral({}, { signal })
      setBrand(data)
      return data
    },
  })

export const securitySettingsQuery = () =>
  queryOptions({
    queryKey: [CACHE.settings, 'security'],
    queryFn: async ({ signal }) => (await api.settings.getSecurity({}, { signal })).data,
  })

export const contactQuery = () =>
  queryOptions({
    queryKey: [CACHE.settings, 'contact'],
    queryFn: async ({ signal }) => {
      const { data } = await api.settings.getContact({}, { signal })
      setBrand(data)
      return data
    },
  })

export const useUpdateGeneralSettings = () =>
  useMutation({
    mutationFn: (body: CallInput<typeof contract.settings.updateGeneral>['body']) =>
      api.settings.updateGeneral({ body }),
    onSuccess: ({ data }) => setBrand(data),
    // The installation's time zone affects filters by date.
    meta: {
      invalidates: [CACHE.settings, CACHE.patients, CACHE.activity, CACHE.dashboard],
      afterRefusal: true,
    },
  })

/** Sets the logo, or removes it when `file` is null. All places that show it are updated. */
export const useChangeLogo = () =>
  useMutation({
    mutationFn: async (file: File | null) =>
      file
        ? sendFile<Brand>(apiAddresses.settings.updateLogo, LOGO_PART, file)
        : (await api.settings.removeLogo()).data,
    onSuccess: (brand) => setBrand(brand),
    meta: { invalidates: [CACHE.settings] },
  })

export const useUpdateSecuritySettings = () =>
  useMutation({
    mutationFn: (body: CallInput<typeof contract.settings.updateSecurity>['body']) =>
      api.settings.updateSecurity({ body }),
    meta: { invalidates: [CACHE.settings], afterRefusal: true },
  })
