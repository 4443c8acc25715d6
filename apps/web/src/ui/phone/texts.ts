export const country = 'Country'
export const countryCodeFor = (field: string) => `Country code for ${field}`
export const searchCountries = 'Search countries'
export const countries = 'Countries'
export const noCountryFound = 'No country found'
