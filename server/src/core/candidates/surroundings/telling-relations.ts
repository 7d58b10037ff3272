/** Which relations a question may ask for: not those that say something of the KB itself. */
const OF_THE_KB =
  /^(?:type\.|kg\.|dataworld\.|user\.|https?:\/\/(?:www\.w3\.org|rdf\.freebase\.com\/key)\/|common\.(?:topic|image|webpage|document|licensed_object|uri|annotation|resource|identity|catalog)|freebase\.(?!user_profile|list_category))/;

export function isTelling(relation: string): boolean {
  return !OF_THE_KB.test(relation);
}
