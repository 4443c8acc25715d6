import { useEffect } from 'react'
import { Isolated } from '../../ui/display/isolated.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import classes from './search-dialog.module.css'
import type { SearchGroup, SearchOption } from './search-groups.tsx'
import * as texts from './texts.tsx'

interface SearchListProps {
  id: string
  groups: readonly SearchGroup[]
  idOf: (option: SearchOption) => string
  active: SearchOption | undefined
  onPoint: (option: SearchOption) => void
}

/** Listbox of the search. The focus stays in the field, which references the active option. */
export function SearchList({ id, groups, idOf, active, onPoint }: SearchListProps) {
  const activeId = active && idOf(active)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return (
    <div id={id} role="listbox" aria-label={texts.results} className={classes.list}>
      {groups.map(({ label, options }) => (
        <div key={label} role="group" aria-label={label} className={classes.group}>
          <div className={classes.groupLabel} aria-hidden="true">
            {label}
          </div>
          {options.map((option) => (
            <div
              key={option.key}
              id={idOf(option)}
              role="option"
              aria-selected={option === active}
              className={classes.option}
              onMouseMove={() => option !== active && onPoint(option)}
              // Keeps the focus in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={option.choose}
            >
              <option.icon size={18} stroke={1.75} aria-hidden="true" />
              <span className={classes.text}>
                <span className={classes.title}>
                  <Isolated>{option.title}</Isolated>
                </span>
                {option.detail && <span className={classes.detail}>{option.detail}</span>}
              </span>
              {option.isSimilar && (
                <StatusBadge tone="neutral" icon={null}>
                  {texts.similarName}
                </StatusBadge>
              )}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
