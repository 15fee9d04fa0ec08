{-# LANGUAGE LambdaCase #-}
module Ledger.Types
  ( Money (..)
  , Entry (..)
  , Ledger
  , LedgerError (..)
  , empty
  , insert
  , entries
  , explain
  ) where

import qualified Data.Map.Strict as Map
import Data.List (sortOn)

newtype Money = Money { cents :: Int } deriving (Eq, Ord)

instance Show Money where
  show (Money c) = render c
    where render n = padTo 6 (show n)

instance Semigroup Money where
  Money a <> Money b = Money (a + b)

instance Monoid Money where
  mempty = Money 0

data Entry = Entry { entryId :: Int, account :: String, amount :: Money }

newtype Ledger = Ledger (Map.Map Int Entry)

data LedgerError = Duplicate Int | Unbalanced Money

empty :: Ledger
empty = Ledger Map.empty

insert :: Entry -> Ledger -> Either LedgerError Ledger
insert entry (Ledger m)
  | Map.member key m = Left (duplicate key)
  | otherwise = Right (Ledger (Map.insert key entry m))
  where
    key = entryId entry

duplicate :: Int -> LedgerError
duplicate = Duplicate

entries :: Ledger -> [Entry]
entries (Ledger m) = sortOn entryId (Map.elems m)

explain :: LedgerError -> String
explain = \case
  Duplicate n -> "duplicate " ++ padTo 3 (show n)
  Unbalanced m -> "unbalanced by " ++ show m

padTo :: Int -> String -> String
padTo n s = replicate (n - length s) ' ' ++ s
