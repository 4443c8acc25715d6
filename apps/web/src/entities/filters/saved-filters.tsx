import { Menu, TextInput } from '@mantine/core'
import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react'
import { savedFilterForm } from '@zelab/contract'
import { SAVED_FILTERS_MAX, UNSAVED_PARAMETERS, type FilteredList } from '@zelab/contract/users/saved-filters'
import { useState } from 'react'
import { usePreferences, useUpdatePreferences } from '../../lib/queries/preferences.ts'
import { parseSearch, stringifySearch } from '../../lib/search-params.ts'
import { IconButton } from '../../ui/actions/icon-button.tsx'
import { toastError } from '../../ui/feedback/toasts.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { fieldProps, useSchemaForm } from '../../ui/form/form-resolver.ts'
import * as texts from './texts.ts'

const queryOf = (search: object): string =>
  stringifySearch(
    Object.fromEntries(
      Object.entries(search)
        .filter(([name]) => !UNSAVED_PARAMETERS.includes(name))
        .sort(([one], [other]) => one.localeCompare(other)),
    ),
  ).slice(1)

interface SavedFiltersProps {
  list: FilteredList
  /** The parameters of the list's address. */
  search: object
  onApply: (search: Record<string, string>) => void
}

/** The user's saved filters of a list; nothing while there is neither one nor anything to save. */
export function SavedFilters({ list, search, onApply }: SavedFiltersProps) {
  const saved = usePreferences().savedFilters ?? []
  const update = useUpdatePreferences()
  const [isNaming, setIsNaming] = useState(false)
  const query = queryOf(search)
  const ofList = saved.filter((one) => one.list === list)
  const present = ofList.find((one) => one.query === query)
  const store = (savedFilters: typeof saved) => update.mutateAsync({ savedFilters })
  const save = ({ name }: { name: string }) =>
    store([...saved.filter((one) => one.list !== list || one.name !== name), { list, name, query }])
  if (ofList.length === 0 && query === '') return null
  const Icon = present ? IconBookmarkFilled : IconBookmark
  return (
    <>
      <Menu position="bottom-start" portalProps={{ target: '#content' }}>
        <Menu.Target>
          <IconButton label={present ? texts.savedAs(present.name) : texts.savedFilters} variant="default">
            <Icon size={18} stroke={1.75} aria-hidden="true" />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          {ofList.map((one) => (
            <Menu.Item
              key={one.name}
              aria-current={one === present || undefined}
              onClick={() => onApply(parseSearch(one.query))}
            >
              <bdi>{one.name}</bdi>
            </Menu.Item>
          ))}
          {ofList.length > 0 && <Menu.Divider />}
          {present ? (
            <Menu.Item
              color="red"
              onClick={() => void store(saved.filter((one) => one !== present)).catch(toastError)}
            >
              {texts.deleteFilter(present.name)}
            </Menu.Item>
          ) : (
            <Menu.Item
              disabled={query === '' || saved.length >= SAVED_FILTERS_MAX}
              onClick={() => setIsNaming(true)}
            >
              {saved.length < SAVED_FILTERS_MAX ? texts.saveFilters : texts.atMost(SAVED_FILTERS_MAX)}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isNaming && <NameFilters onSave={save} onClose={() => setIsNaming(false)} />}
    </>
  )
}

interface NameFiltersProps {
  onSave: (fields: { name: string }) => Promise<unknown>
  onClose: () => void
}

function NameFilters({ onSave, onClose }: NameFiltersProps) {
  const form = useSchemaForm(savedFilterForm, { defaultValues: { name: '' } })
  return (
    <FormDialog
      title={texts.saveTheseFilters}
      lead={texts.savedFiltersHint}
      form={form}
      onSave={onSave}
      success={null}
      submitLabel={texts.save}
      onClose={onClose}
      size="26rem"
    >
      <TextInput label={texts.filterName} data-autofocus {...fieldProps(form, 'name')} />
    </FormDialog>
  )
}
