module Bank.Account
  ( Account
  , AccountId (..)
  , open
  , balance
  , deposit
  , withdraw
  , Ledger (..)
  , applyAll
  ) where

import Data.Maybe (fromMaybe)
import qualified Data.Map as Map
import Bank.Money (Money, minus, plus, zero)

newtype AccountId = AccountId Int deriving (Eq, Ord)

data Account = Account
  { accId :: AccountId
  , amount :: Money
  }

class Ledger f where
  post :: Account -> f -> f
  entries :: f -> [Account]
  size :: f -> Int
  size = length . entries

newtype ListLedger = ListLedger [Account]

instance Ledger ListLedger where
  post a (ListLedger as) = ListLedger (dedupe (a : as))
  entries (ListLedger as) = as

dedupe :: [Account] -> [Account]
dedupe = Map.elems . Map.fromList . map keyed

keyed :: Account -> (AccountId, Account)
keyed a = (accId a, a)

open :: Int -> Account
open n = Account (AccountId n) zero

balance :: Account -> Money
balance = amount

deposit :: Money -> Account -> Account
deposit m acc = acc { amount = amount acc `plus` m }

withdraw :: Money -> Account -> Either String Account
withdraw m acc
  | covered = Right (set acc)
  | otherwise = Left (explain acc)
  where
    covered = balance acc >= m
    set a = a { amount = balance a `minus` m }

explain :: Account -> String
explain acc = "insufficient: " ++ show (balance acc)

applyAll :: [Account -> Account] -> Account -> Account
applyAll fs acc = foldr ($) acc fs
